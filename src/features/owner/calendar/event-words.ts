import { soldName } from '@domain/booking/add-ons.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { noReason } from '@domain/time/time-off.ts';
import { rainAnswerLabels } from '@/entities/rain-day/rain-answer-labels.ts';
import type { BookingLine, CalendarDay, CrewDay } from '@contracts/calendar.ts';
import type { Shown } from './calendar-events.ts';

/** What an event is, who and what: each a line. */
export type EventWords = { mark: string | null; title: string; detail: string };

/** What a crew is called; null where there is only one. */
export type CrewTitle = ((crew: number) => string) | null;

export function wordsOf(shown: Shown, titleOf: CrewTitle): EventWords {
  const crewOf = (crew: number | null) => (titleOf && crew !== null ? titleOf(crew) : '');
  const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ');
  switch (shown.kind) {
    case 'booking': {
      const { booking, isMoving } = shown;
      return {
        mark: isMoving ? 'Moving?' : markOf(booking),
        title: booking.customer_name,
        detail: joined(
          crewOf(booking.crew),
          dueWords(booking),
          soldName(booking.service_name, booking.add_ons),
          booking.car,
        ),
      };
    }
    case 'timeOff':
      return {
        mark: 'Blocked time',
        title: shown.timeOff.reason === noReason ? '' : shown.timeOff.reason,
        detail: crewOf(shown.timeOff.crew),
      };
    case 'offer':
      return {
        mark: shown.offer.kind === 'rain' ? 'Held, rain day' : 'Offered',
        title: shown.offer.name ?? 'Waiting customer',
        detail: joined(crewOf(shown.offer.crew), shown.offer.service_name),
      };
    case 'crewHours':
      return {
        mark: crewDayWords(shown.hours),
        title: crewOf(shown.hours.crew),
        detail: '',
      };
    case 'special':
      return { mark: specialMark(shown.day), title: shown.day.label ?? '', detail: '' };
  }
}

/** The number of the crew that an event is of; null for all crews, or none. */
export function crewOf(shown: Shown): number | null {
  if (shown.kind === 'booking') return shown.booking.crew;
  if (shown.kind === 'timeOff') return shown.timeOff.crew;
  if (shown.kind === 'crewHours') return shown.hours.crew;
  return shown.kind === 'offer' ? shown.offer.crew : null;
}

/** "Off", or "Works 10:00 AM to 4:00 PM". */
const crewDayWords = ({ from, until }: CrewDay): string =>
  from === null || until === null ? 'Off' : `Works ${formatTime(from)} to ${formatTime(until)}`;

/** What became of a booking, where it is not simply booked. */
function markOf(booking: BookingLine): string | null {
  if (booking.status === 'pending_payment') return 'Not paid yet';
  if (booking.no_show_at !== null) return 'No-show';
  if (booking.done_at !== null) return 'Done';
  return booking.called_off === null ? null : rainAnswerLabels[booking.called_off];
}

const specialMark = ({ from, until }: CalendarDay): string =>
  from === null || until === null ? 'Closed' : `Open ${formatTime(from)} to ${formatTime(until)}`;

const dueWords = ({ due_cents: cents }: BookingLine): string =>
  cents > 0 ? `${formatCents(cents)} due` : '';

/** What became of a booking, in a word. `today` is a local date. */
export function standingOf(booking: BookingLine, today: string): string {
  if (booking.status === 'cancelled') return 'Cancelled';
  if (booking.status === 'pending_payment') return 'Not paid yet';
  if (booking.no_show_at !== null) return 'No-show';
  if (booking.done_at !== null) return 'Done';
  if (booking.called_off !== null) return rainAnswerLabels[booking.called_off];
  return booking.booking_date < today ? 'Not marked done' : 'Booked';
}
