import { formatTime } from '@domain/time/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import type { RainDay, RainyBooking } from '@contracts/rain-day.ts';
import { useAnswerActions } from '../use-answer-actions.ts';
import { NewTimesDialog } from './new-times-dialog.tsx';
import { RainState } from './rain-state.tsx';
import { ReachLine } from './reach-line.tsx';

/** A booking on the day whose customer was not asked: left out, or paid for since. */
export function UnaskedRow({ rain, booking }: { rain: RainDay; booking: RainyBooking }) {
  const { newTimes } = useAnswerActions(rain, {
    id: booking.id,
    date: booking.booking_date,
    time: booking.booking_time,
    durationMinutes: booking.duration_minutes,
  });
  return (
    <li className="border-b border-hairline py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">
          <span className="tabular-nums">{formatTime(booking.booking_time)}</span>{' '}
          {booking.customer_name}
        </p>
        <RainState label="Not asked" tone="quiet" />
      </div>
      <p className="text-sm text-ink-soft">{booking.service_name}</p>
      <p className="mt-2">Stays as booked.</p>
      <ReachLine phone={booking.customer_phone} email={booking.customer_email} />
      <Button
        variant="secondary"
        className="mt-4"
        busy={newTimes.isLooking}
        onClick={newTimes.look}
      >
        Offer other times
      </Button>
      <NewTimesDialog
        customer={booking.customer_name}
        email={booking.customer_email}
        durationMinutes={booking.duration_minutes}
        newTimes={newTimes}
        hours={rain.answer_hours}
      />
    </li>
  );
}
