import { business } from '@domain/business.ts';
import { bookingCalendarFile } from '@domain/calendar-file.ts';
import { startsAt } from '@domain/schedule.ts';
import { myBookingPath } from '@/config/paths-of-one.ts';
import type { BookingRecord } from '@/lib/booking-record.ts';

/** The booking as an .ics text. `place` is where the car will be. */
export function calendarFile(booking: BookingRecord, place: string, now: number): string {
  return bookingCalendarFile({
    bookingId: booking.id,
    serviceName: booking.service_name,
    startsAt: startsAt(booking.booking_date, booking.booking_time),
    durationMinutes: booking.duration_minutes,
    location: place,
    sequence: booking.calendar_sequence,
    cancelled: booking.status === 'cancelled',
    stamp: now,
    url: bookingUrl(booking),
  });
}

/** A page of Google Calendar with the booking filled in. */
export function googleCalendarLink(booking: BookingRecord, place: string): string {
  const start = Date.parse(startsAt(booking.booking_date, booking.booking_time));
  const end = start + booking.duration_minutes * 60_000;
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: `${booking.service_name} with ${business.name}`,
    dates: `${compact(start)}/${compact(end)}`,
    location: place,
    details: `Questions? Call ${business.phone}.\nYour booking: ${bookingUrl(booking)}`,
  });
  return `https://calendar.google.com/calendar/render?${query.toString()}`;
}

function bookingUrl({ id }: BookingRecord): string {
  return new URL(myBookingPath(id), window.location.origin).href;
}

/** 20261201T140000Z */
function compact(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');
}
