import { useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { LocalTime } from '@domain/time/wall-time.ts';
import { useLocation } from '@/lib/location.tsx';

type BoardFrameProps = {
  /** Different for each drawing of the calendar. */
  drawing: string;
  /** The time to open at. Null where all of them are in sight anyway. */
  openAt: LocalTime | null;
  inert: boolean;
  children: ReactNode;
};

/** After this many frames the board is shown as it is. */
const mostFrames = 30;
/** What the bars at the edges of a phone cover, and what should be in sight below the time (pixels). */
const [above, below] = [80, 240];

/**
 * Shows the board when it has its height: the calendar draws itself once to measure, and again. Then brings the time to
 * open at into sight, unless the browser went back to where the page was.
 */
export function BoardFrame({ drawing, openAt, inert, children }: BoardFrameProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { isByBrowser } = useLocation();
  const onSettled = useEffectEvent((board: Element) => {
    if (openAt && !(isByBrowser && window.scrollY > 0)) scrollToTime(board, openAt);
  });
  useLayoutEffect(() => {
    const board = ref.current;
    if (!board) return;
    board.dataset['settling'] = '';
    let frame = 0;
    const look = (count: number) => {
      if (!isSettled(board) && count < mostFrames) {
        frame = requestAnimationFrame(() => look(count + 1));
        return;
      }
      delete board.dataset['settling'];
      if (count < mostFrames) onSettled(board);
    };
    look(0);
    return () => cancelAnimationFrame(frame);
  }, [drawing]);
  return (
    <div ref={ref} inert={inert} className="cal-board">
      {children}
    </div>
  );
}

/** A row of a quarter is a hairline until the calendar has measured its words. */
const isSettled = (board: Element) => {
  const rows = Array.from(board.querySelectorAll('[data-time]'));
  return rows.every((row) => row.getBoundingClientRect().height > 5);
};

function scrollToTime(board: Element, time: LocalTime) {
  const half = `${time.slice(0, 3)}${time.slice(3) < '30' ? '00' : '30'}:00`;
  const top = board.querySelector(`[data-time="${half}"]`)?.getBoundingClientRect().top;
  if (top === undefined || (top > above && top < window.innerHeight - below)) return;
  window.scrollBy(0, top - window.innerHeight / 3);
}
