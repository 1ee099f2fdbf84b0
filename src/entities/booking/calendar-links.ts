import type { BusinessFacts } from '@domain/business/business.ts';
import { bookingNumber } from '@domain/booking/booking-number.ts';
import { carName } from '@domain/booking/car-name.ts';
import { bookingCalendarFile, entryDescription } from '@domain/booking/calendar-file.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { paths } from '@/config/paths.ts';
import { arrivalWindow, toldInSentence } from '@/lib/told-times.ts';
import type { BookingRecord } from './booking-record.ts';

/** The booking as an .ics text. `place` is where the car will be. */
export function calendarFile(
  booking: BookingRecord,
  place: string,
  now: number,
  facts: BusinessFacts,
): string {
  return bookingCalendarFile(
    {
      calendarUid: booking.calendar_uid,
      serviceName: booking.service_name,
      ...namesOf(booking),
      startsAt: startsAt(booking.booking_date, booking.booking_time),
      durationMinutes: booking.duration_minutes,
      arrival: arrivalOf(booking),
      location: place,
      sequence: booking.calendar_sequence,
      cancelled: booking.status === 'cancelled',
      stamp: now,
      url: myBookingsUrl(),
    },
    facts,
  );
}

/** A page of Google Calendar with the booking filled in. */
export function googleCalendarLink(
  booking: BookingRecord,
  place: string,
  facts: BusinessFacts,
): string {
  const start = Date.parse(startsAt(booking.booking_date, booking.booking_time));
  const end = start + booking.duration_minutes * 60_000;
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: `${booking.service_name} with ${facts.name}`,
    dates: `${compact(start)}/${compact(end)}`,
    location: place,
    details: entryDescription(
      { url: myBookingsUrl(), arrival: arrivalOf(booking), ...namesOf(booking) },
      facts,
    ),
  });
  return `https://calendar.google.com/calendar/render?${query.toString()}`;
}

const namesOf = (booking: BookingRecord) => ({
  car: carName(booking),
  bookingNumber: bookingNumber(booking.id),
});

const arrivalOf = (booking: BookingRecord): string | undefined =>
  arrivalWindow() > 0 ? toldInSentence(booking.booking_time) : undefined;

// Without the booking's id, which would let anybody the entry is shared with cancel the booking.
const myBookingsUrl = (): string => new URL(paths.myBookings, window.location.origin).href;

/** 20261201T140000Z */
function compact(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');
}
