import type { BusinessFacts } from '../business/business.ts';
import { calendarHost, entryUid } from './calendar-file.ts';
import { calendarText, oneLine, textValue, utcMoment } from './icalendar.ts';
import { epochMs, type Moment } from '../time/moment.ts';
import { formatCents } from '../money/money.ts';
import { addDays } from '../time/schedule.ts';
import { noReason } from '../time/time-off.ts';
import type { LocalDate } from '../time/wall-time.ts';

export type FeedBooking = {
  calendarUid: string;
  serviceName: string;
  customerName: string;
  customerPhone: string;
  car: string;
  location: string;
  startsAt: Moment;
  durationMinutes: number;
  /** The amount due on site, in cents. */
  dueCents: number;
  /** The name of the crew; null where there is one crew. */
  crew: string | null;
  /** The visit was cancelled because of rain and has no new time yet. */
  isRainDay: boolean;
  /** Increments with every change of the appointment. */
  sequence: number;
  changedAt: Moment;
  /** A page that finds the booking for administrators. It has no booking id: calendars are shared. */
  url: string;
};

export type FeedTimeOff = {
  id: string;
  reason: string;
  /** The name of the unavailable crew; null for all crews. */
  crew: string | null;
  startsAt: Moment;
  endsAt: Moment;
  /** The local day, if the whole of it is blocked. */
  wholeDay: LocalDate | null;
  changedAt: Moment;
};

/**
 * The owner's calendar (RFC 5545): every confirmed booking and the blocked time. It does not depend on the time of
 * reading, so its bytes stay the same until something changes.
 */
export function calendarFeed(
  bookings: readonly FeedBooking[],
  timeOff: readonly FeedTimeOff[],
  facts: Pick<BusinessFacts, 'name'>,
) {
  return calendarText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${textValue(facts.name)}//Day//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${textValue(facts.name)}`,
    // The refresh interval, under two names: programs know one or the other.
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...bookings.flatMap(bookingEvent),
    ...timeOff.flatMap(timeOffEvent),
    'END:VCALENDAR',
  ]);
}

function bookingEvent(booking: FeedBooking): string[] {
  const start = epochMs(booking.startsAt);
  const due = booking.dueCents > 0 ? `Due on site: ${formatCents(booking.dueCents)}` : 'Paid';
  const visit = `${booking.serviceName}: ${booking.customerName}`;
  const lines = [booking.crew, booking.car, `Call ${booking.customerPhone}`, due, booking.url];
  const description = lines.filter((line) => line !== null).join('\n');
  return [
    'BEGIN:VEVENT',
    `UID:${entryUid(booking.calendarUid)}`,
    `DTSTAMP:${utcMoment(epochMs(booking.changedAt))}`,
    `SEQUENCE:${booking.sequence}`,
    `DTSTART:${utcMoment(start)}`,
    `DTEND:${utcMoment(start + booking.durationMinutes * 60_000)}`,
    `SUMMARY:${textValue(booking.isRainDay ? `Rain day: ${visit}` : visit)}`,
    `LOCATION:${textValue(booking.location)}`,
    `DESCRIPTION:${textValue(description)}`,
    `URL:${oneLine(booking.url)}`,
    `STATUS:${booking.isRainDay ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ];
}

/** Only time blocked for all crews counts as busy: with one crew away, another can be booked. */
function timeOffEvent(off: FeedTimeOff): string[] {
  const who = off.crew === null ? 'Blocked time' : `${off.crew} unavailable`;
  const summary = off.reason === noReason ? who : `${who}: ${off.reason}`;
  return [
    'BEGIN:VEVENT',
    `UID:${oneLine(off.id)}@${calendarHost}`,
    `DTSTAMP:${utcMoment(epochMs(off.changedAt))}`,
    ...(off.wholeDay === null
      ? [`DTSTART:${utcMoment(epochMs(off.startsAt))}`, `DTEND:${utcMoment(epochMs(off.endsAt))}`]
      : [
          `DTSTART;VALUE=DATE:${dateValue(off.wholeDay)}`,
          `DTEND;VALUE=DATE:${dateValue(addDays(off.wholeDay, 1))}`,
        ]),
    `SUMMARY:${textValue(summary)}`,
    `TRANSP:${off.crew === null ? 'OPAQUE' : 'TRANSPARENT'}`,
    'END:VEVENT',
  ];
}

const dateValue = (date: LocalDate) => date.replaceAll('-', '');
