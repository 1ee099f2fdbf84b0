import { buttonStyle } from '@/components/ui/button-style.ts';
import { Button } from '@/components/ui/button.tsx';
import { paths } from '@/config/paths.ts';
import { useBusiness } from '@/lib/business.ts';
import { clockNow } from '@/lib/clock.ts';
import { arrivalWindow, toldInSentence } from '@/lib/told-times.ts';
import type { BookingDetails } from '@contracts/booking.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { bookingNumber } from '@domain/booking/booking-number.ts';
import { bookingCalendarFile, entryDescription } from '@domain/booking/calendar-file.ts';
import { carName } from '@domain/booking/car-name.ts';
import type { BusinessFacts } from '@domain/business/business.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { addressOf } from './booking-details.ts';
import type { BookingRecord } from './booking-record.ts';

type AddToCalendarProps = {
  booking: BookingRecord;
  /** Null for a visitor who knows no more than the id. */
  details: BookingDetails | null;
  /** Where the car will be, if the details don't say. */
  place: string;
  /** Second where a page has another thing to press first. */
  variant?: 'primary' | 'secondary';
};

/** As a file for any calendar, and as a link for the one that takes no files. */
export function AddToCalendar({ variant = 'primary', details, ...props }: AddToCalendarProps) {
  const { facts } = useBusiness();
  const place = details ? addressOf(details) : props.place;
  const booking = {
    ...props.booking,
    service_name: soldName(props.booking.service_name, details?.add_ons),
  };
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant={variant}
        onClick={() => download(calendarFile(booking, place, clockNow(), facts))}
      >
        Add to calendar
      </Button>
      <a
        href={googleCalendarLink(booking, place, facts)}
        target="_blank"
        rel="noreferrer"
        className={buttonStyle('secondary')}
      >
        Google Calendar<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </div>
  );
}

function download(file: string) {
  const url = URL.createObjectURL(new Blob([file], { type: 'text/calendar;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'appointment.ics';
  link.click();
  URL.revokeObjectURL(url);
}

/** The booking as an .ics text. `place` is where the car will be. */
function calendarFile(
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
function googleCalendarLink(booking: BookingRecord, place: string, facts: BusinessFacts): string {
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
