import { business } from './business.ts';
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

const longestLineOctets = 75;

/**
 * One booking as an iCalendar file (RFC 5545). Times are in UTC, so no calendar has to know our zone,
 * and the UID never changes, so a later file moves or removes the same entry.
 */
export function bookingCalendarFile(booking: CalendarBooking): string {
  const start = epochMs(booking.startsAt);
  const host = business.bookingEmail.slice(business.bookingEmail.indexOf('@') + 1);
  const description = `Questions? Call ${business.phone}.\nYour booking: ${booking.url}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(business.name)}//Booking//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${booking.cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${oneLine(booking.bookingId)}@${host}`,
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
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** 2026-12-01T14:00:00.000Z -> 20261201T140000Z */
function utc(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function text(value: string): string {
  return value
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(control, '');
}

/** For values that are not text: they cannot be escaped, so nothing may end their line. */
function oneLine(value: string): string {
  return value.replace(control, '');
}

const control = /\p{Cc}/gu;

/** Lines are counted in octets of UTF-8, and no character may be cut in two. */
function fold(line: string): string {
  let folded = '';
  let used = 0;
  for (const character of line) {
    const size = octets(character);
    if (used + size > longestLineOctets) {
      folded += '\r\n ';
      used = 1;
    }
    folded += character;
    used += size;
  }
  return folded;
}

function octets(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
