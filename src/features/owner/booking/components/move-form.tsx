import { useState } from 'react';
import type { LocalDate } from '@domain/time/schedule.ts';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Field } from '@/components/ui/field.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { isRefusal } from '@/lib/booking-refusals.ts';
import type { OwnerBooking } from '../api/booking-page.ts';
import { moveBooking } from '../api/move-booking.ts';
import { refusalSentence } from '../refusal-sentence.ts';
import { useBookingAction } from '../use-booking-action.ts';
import { FormPanel } from './form-panel.tsx';

type MoveFormProps = { booking: OwnerBooking; today: LocalDate; onClose: () => void };

/** Moves a booking to any free time; outside the opening hours only when she says so twice. */
export function MoveForm({ booking, today, onClose }: MoveFormProps) {
  const [date, setDate] = useState(booking.booking_date);
  const [time, setTime] = useState(booking.booking_time.slice(0, 5));
  const [isAsked, setIsAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const move = useBookingAction(
    booking.id,
    (anyway: boolean) => moveBooking(booking.id, { date, time, anyway }),
    {
      done: () => ({
        title: 'Moved',
        description: `The booking is on ${formatDate(date)} at ${formatTime(time)} now.`,
      }),
      onDone: onClose,
    },
  );
  const go = (anyway: boolean) => {
    const isSame = date === booking.booking_date && time === booking.booking_time.slice(0, 5);
    if (!date || !time || isSame) {
      setProblem(
        isSame
          ? 'That is the time it has. Please choose another one.'
          : 'Please choose a day and a time.',
      );
      return;
    }
    setProblem(null);
    move.mutate(anyway, {
      onSettled: (_, error) => setIsAsked(isRefusal(error, 'outside_hours')),
      onError: (error) => setProblem(refusalSentence(error)),
    });
  };
  return (
    <>
      <FormPanel
        heading="Move this booking"
        submitLabel="Move"
        isBusy={move.isPending}
        problem={problem}
        onSubmit={() => go(false)}
        onClose={onClose}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Day" required>
            {(control) => (
              <TextInput
                {...control}
                type="date"
                min={today}
                value={date}
                onChange={(event) => setDate(event.target.value)}
              />
            )}
          </Field>
          <Field label="Time" required>
            {(control) => (
              <TextInput
                {...control}
                type="time"
                step={300}
                value={time}
                onChange={(event) => setTime(event.target.value)}
              />
            )}
          </Field>
        </div>
        <p className="text-sm text-ink-soft">
          {booking.customer_email
            ? `The new time is mailed to ${booking.customer_email}.`
            : 'There is no email address: please call the customer.'}
        </p>
      </FormPanel>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Outside your opening hours"
        description={`${formatDate(date)} at ${formatTime(time)} is free, but outside your opening hours. Move the booking there anyway?`}
        confirmLabel="Move anyway"
        cancelLabel="Choose another time"
        busy={move.isPending}
        onConfirm={() => go(true)}
      />
    </>
  );
}
