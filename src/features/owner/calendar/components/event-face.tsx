import { formatTime } from '@domain/time/time-format.ts';
import { CrewBadge } from '@/entities/crew/crew-badge.tsx';
import type { CalendarView } from '../address-state.ts';
import type { Shown } from '../calendar-events.ts';
import { crewOf, wordsOf, type CrewTitle } from '../event-words.ts';

type EventFaceProps = { shown: Shown; titleOf: CrewTitle; timeText: string; view: CalendarView };

/**
 * What an event says of itself, its start first: its mark tells by a word what its look tells by lines. What is cut off
 * is in its title.
 */
export function EventFace({ shown, titleOf, timeText, view }: EventFaceProps) {
  const crew = view === 'day' ? null : crewOf(shown);
  const badge = titleOf && crew !== null && <CrewBadge crew={crew} title={titleOf(crew)} />;
  const { mark, title, detail } = wordsOf(shown, view === 'day' ? titleOf : null);
  const time = timeText || (view === 'month' ? startOf(shown) : '');
  const [clock, half] = time.split(' ');
  return (
    <span
      className={`cal-face cal-face-${view}`}
      title={[time, mark, title, detail].filter(Boolean).join(', ')}
    >
      {badge}
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
      {mark && <span className="cal-mark">{mark}</span>}
      <strong>{title}</strong>
      {view !== 'month' && detail && <span className="cal-detail">{detail}</span>}
    </span>
  );
}

/** Where a day is narrow, the calendar itself leaves the time out. */
function startOf(shown: Shown): string {
  if (shown.kind === 'booking') return formatTime(shown.booking.booking_time);
  if (shown.kind === 'offer') return formatTime(shown.offer.from);
  if (shown.kind === 'timeOff' && shown.timeOff.from !== '00:00')
    return formatTime(shown.timeOff.from);
  return '';
}
