import type { Shown } from '../calendar-events.ts';
import { wordsOf } from '../event-words.ts';

type EventFaceProps = { shown: Shown; crews: number; timeText: string; isSmall: boolean };

/** What an event says of itself: its mark tells by a word what its look tells by lines. */
export function EventFace({ shown, crews, timeText, isSmall }: EventFaceProps) {
  const { mark, title, detail } = wordsOf(shown, crews);
  return (
    <span className={`cal-face ${isSmall ? 'cal-face-small' : ''}`}>
      {mark && <span className="cal-mark">{mark}</span>}
      {timeText && <span className="cal-time">{timeText}</span>} <strong>{title}</strong>
      {!isSmall && detail && <span className="cal-detail">{detail}</span>}
    </span>
  );
}
