import { Button } from '@/components/ui/button.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import type { BookingDetails } from '@contracts/booking.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { addressOf } from './booking-details.ts';
import type { BookingRecord } from './booking-record.ts';
import { useBusiness } from '@/lib/business.ts';
import { clockNow } from '@/lib/clock.ts';
import { calendarFile, googleCalendarLink } from './calendar-links.ts';

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
