import type { BusinessFacts } from '../business/business.ts';
import { calendarText, oneLine, textValue as text, utcMoment as utc } from './icalendar.ts';
import { epochMs } from '../time/moment.ts';
import type { Moment } from '../time/moment.ts';

export type CalendarBooking = {
  /** The booking's `calendar_uid`, never its id: files are forwarded, and the id opens the booking. */
  calendarUid: string;
  serviceName: string;
  /** "2021 Mazda CX-5" */
  car: string;
  /** The short number; alone it opens nothing. */
  bookingNumber: string;
  startsAt: Moment;
  durationMinutes: number;
  /** "between 9:00 and 9:30 AM", for an arrival window; the start of the entry stays the start. */
  arrival?: string | undefined;
  location: string;
  /** Increments with every change, so that calendars use the newest file. */
  sequence: number;
  cancelled: boolean;
  /** The creation time of this file. */
  stamp: Moment;
  /** A page where customers find their bookings after a proof of identity. */
  url: string;
};

/**
 * One booking as an iCalendar file (RFC 5545). Times are in UTC, so the file needs no zone definition, and the UID
 * never changes, so a later file moves or removes the same entry.
 */
export function bookingCalendarFile(
  booking: CalendarBooking,
  facts: Pick<BusinessFacts, 'name' | 'phone' | 'bookingEmail'>,
): string {
  const start = epochMs(booking.startsAt);
  const description = entryDescription(booking, facts);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(facts.name)}//Booking//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${booking.cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${entryUid(booking.calendarUid)}`,
    `DTSTAMP:${utc(epochMs(booking.stamp))}`,
    `SEQUENCE:${booking.sequence}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(start + booking.durationMinutes * 60_000)}`,
    `SUMMARY:${text(`${booking.serviceName} with ${facts.name}`)}`,
    `LOCATION:${text(booking.location)}`,
    `DESCRIPTION:${text(description)}`,
    `URL:${oneLine(booking.url)}`,
    `ORGANIZER;CN="${oneLine(facts.name).replaceAll('"', "'")}":mailto:${facts.bookingEmail}`,
    `STATUS:${booking.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${booking.cancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return calendarText(lines);
}

/** The description of a customer's calendar entry. */
export const entryDescription = (
  {
    url,
    arrival,
    car,
    bookingNumber,
  }: Pick<CalendarBooking, 'url' | 'arrival' | 'car' | 'bookingNumber'>,
  facts: Pick<BusinessFacts, 'phone'>,
): string =>
  `${arrival ? `We arrive ${arrival}.\n` : ''}${car}\nBooking number ${bookingNumber}\n` +
  `Questions? Call ${facts.phone}.\n` +
  `To move or cancel, use the button in your confirmation email, or go to ${url}`;

/** The UID, the same in every file and feed, so that a calendar never shows a booking twice. */
export function entryUid(calendarUid: string): string {
  return `${oneLine(calendarUid)}@${calendarHost}`;
}

/** The domain in our UIDs, which makes them globally unique. It never changes, so that calendars know their entries. */
export const calendarHost = 'lustre.example';
