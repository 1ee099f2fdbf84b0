import { business } from './business.ts';
import { calendarText, oneLine, textValue as text, utcMoment as utc } from './icalendar.ts';
import { epochMs } from './moment.ts';
import type { Moment } from './moment.ts';

export type CalendarBooking = {
  bookingId: string;
  serviceName: string;
  startsAt: Moment;
  durationMinutes: number;
  location: string;
  /** Goes up with every change, so that calendars take the newer one. */
  sequence: number;
  cancelled: boolean;
  /** When this file was made. */
  stamp: Moment;
  /** A page that shows the booking. */
  url: string;
};

/**
 * One booking as an iCalendar file (RFC 5545). Times are in UTC, so no calendar has to know our zone,
 * and the UID never changes, so a later file moves or removes the same entry.
 */
export function bookingCalendarFile(booking: CalendarBooking): string {
  const start = epochMs(booking.startsAt);
  const description = `Questions? Call ${business.phone}.\nYour booking: ${booking.url}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(business.name)}//Booking//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${booking.cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${bookingUid(booking.bookingId)}`,
    `DTSTAMP:${utc(epochMs(booking.stamp))}`,
    `SEQUENCE:${booking.sequence}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(start + booking.durationMinutes * 60_000)}`,
    `SUMMARY:${text(`${booking.serviceName} with ${business.name}`)}`,
    `LOCATION:${text(booking.location)}`,
    `DESCRIPTION:${text(description)}`,
    `URL:${oneLine(booking.url)}`,
    `ORGANIZER;CN="${oneLine(business.name).replaceAll('"', "'")}":mailto:${business.bookingEmail}`,
    `STATUS:${booking.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${booking.cancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return calendarText(lines);
}

/** The same in every file and feed, so that a calendar never shows a booking twice. */
export function bookingUid(bookingId: string): string {
  return `${oneLine(bookingId)}@${calendarHost}`;
}

/** What makes our identifiers ours. */
export const calendarHost = business.bookingEmail.slice(business.bookingEmail.indexOf('@') + 1);
