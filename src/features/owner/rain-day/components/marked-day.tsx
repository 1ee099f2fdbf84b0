import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { formatDay } from '@/lib/days.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import type { RainDay, RainyBooking } from '@contracts/rain-day.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { takeBackRainDay } from '../api/change-rain-day.ts';
import { partLabels } from '../parts.ts';
import { rainFailure } from '../rain-failure.ts';
import { useAnswerActions } from '../use-answer-actions.ts';
import { useRefreshRain } from '../use-rain-plan.ts';
import { AnswerRow } from './answer-row.tsx';
import { NewTimesDialog } from './new-times-dialog.tsx';
import { RainState } from './rain-state.tsx';
import { ReachLine } from './reach-line.tsx';

/** A day that was called off, and what became of its bookings. */
export function MarkedDay({ rain }: { rain: RainDay }) {
  const [isAsking, setIsAsking] = useState(false);
  const refresh = useRefreshRain();
  const takeBack = useMutation({
    mutationFn: () => takeBackRainDay(rain.id),
    onSuccess: async () => {
      toast({ title: 'Rain Day Undone', description: `${formatDay(rain.day)} is open again.` });
      await refresh();
    },
    onError: (error) => {
      toastFailure('Rain day not undone', rainFailure(error));
      void refresh();
    },
    onSettled: () => setIsAsking(false),
  });
  const open = rain.answers.filter(({ state }) => state === 'asked' || state === 'declined').length;
  const heading = `${formatDay(rain.day)}${rain.part === 'day' ? '' : `, ${partLabels[rain.part].inSentence}`}`;

  return (
    <article aria-label={heading} className="max-w-3xl">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b-2 border-ink pb-3">
        <h3 className="heading-3">{heading}</h3>
        <p className="text-ink-soft tabular-nums">{progress(rain.answers.length, open)}</p>
      </div>
      {rain.is_taken_back && (
        <p className="mt-3 text-ink-soft">
          Undone. Customers with earlier visits can still answer.
        </p>
      )}
      <ul>
        {rain.answers.map((answer) => (
          <AnswerRow key={answer.id} rain={rain} answer={answer} />
        ))}
        {rain.unasked.map((booking) => (
          <UnaskedRow key={booking.id} rain={rain} booking={booking} />
        ))}
      </ul>
      {rain.can_be_taken_back && (
        <Button
          variant="secondary"
          className="mt-5 max-sm:w-full"
          onClick={() => setIsAsking(true)}
        >
          Undo rain day
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Undo the rain day on ${formatDay(rain.day)}?`}
        description={
          'The rest of the day opens again, and the held times become available. Moved bookings stay moved. All other customers keep their time and get an email, unless another part of the day is still a rain day.'
        }
        confirmLabel="Undo rain day"
        cancelLabel="Keep rain day"
        busy={takeBack.isPending}
        focusAfter={() => document.getElementById('marked-days')}
        onConfirm={() => takeBack.mutate()}
      />
    </article>
  );
}

function progress(asked: number, open: number): string {
  if (asked === 0) return 'No customers asked';
  return open === 0 ? 'All settled' : `${asked - open} of ${asked} settled`;
}

/** A booking on the day whose customer was not asked: left out, or paid for since. */
function UnaskedRow({ rain, booking }: { rain: RainDay; booking: RainyBooking }) {
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
