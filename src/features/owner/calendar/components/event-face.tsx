import { formatTime } from '@domain/time/time-format.ts';
import type { CalendarView } from '../address-state.ts';
import type { Shown } from '../calendar-events.ts';
import { wordsOf, type CrewTitle } from '../event-words.ts';

type EventFaceProps = { shown: Shown; titleOf: CrewTitle; timeText: string; view: CalendarView };

/** What an event says of itself: its mark tells by a word what its look tells by lines. */
export function EventFace({ shown, titleOf, timeText, view }: EventFaceProps) {
  const { mark, title, detail } = wordsOf(shown, titleOf);
  const time = timeText || (view === 'month' ? startOf(shown) : '');
  const [clock, half] = time.split(' ');
  return (
    <span className={`cal-face cal-face-${view}`}>
      {mark && <span className="cal-mark">{mark}</span>}
      {time && (
        <span className="cal-time">
          {view === 'month' && half ? (
            <>
              {clock}
              <span className="cal-half"> {half}</span>
            </>
          ) : (
            time
          )}
        </span>
      )}{' '}
      <strong>{title}</strong>
      {view !== 'month' && detail && <span className="cal-detail">{detail}</span>}
    </span>
  );
}

/** Where a day is narrow, the calendar itself leaves the time out. */
function startOf(shown: Shown): string {
  if (shown.kind === 'booking') return formatTime(shown.booking.booking_time);
  if (shown.kind === 'offer') return formatTime(shown.offer.from);
  return '';
}
