import type { LocalDate } from '@domain/time/wall-time.ts';
import type { CalendarView } from '../address-state.ts';
import { titleOf, turned } from '../shown-days.ts';
import { shownDaysId } from '../use-focus-back.ts';

type TurnBarProps = {
  view: CalendarView;
  day: LocalDate;
  today: LocalDate;
  onTurn: (day: LocalDate) => void;
};

/** Which days are shown, and the way to others. On a phone it stays within reach of the thumb. */
export function TurnBar({ view, day, today, onTurn }: TurnBarProps) {
  return (
    <>
      <h2 id={shownDaysId} tabIndex={-1} aria-live="polite" className="cal-title heading-3">
        {titleOf(view, day)}
        {view === 'day' && day === today && <span className="mark">Today</span>}
      </h2>
      <div role="group" aria-label="Days" className="cal-turn" data-keep-clear="">
        <button
          type="button"
          aria-label={`Previous ${view}`}
          onClick={() => onTurn(turned(view, day, -1))}
        >
          <Arrow points="10,3 5,8 10,13" />
        </button>
        <button type="button" onClick={() => onTurn(today)}>
          Today
        </button>
        <button
          type="button"
          aria-label={`Next ${view}`}
          onClick={() => onTurn(turned(view, day, 1))}
        >
          <Arrow points="6,3 11,8 6,13" />
        </button>
        <input
          type="date"
          aria-label="Go to date"
          value={day}
          onChange={({ target }) => target.value && onTurn(target.value)}
        />
      </div>
    </>
  );
}

const Arrow = ({ points }: { points: string }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4" fill="none" stroke="currentColor">
    <polyline points={points} strokeWidth="1.75" />
  </svg>
);
