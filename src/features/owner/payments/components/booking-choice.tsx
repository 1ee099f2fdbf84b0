import type { AttachableBooking } from '@contracts/findings.ts';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { formatCents } from '@domain/money/money.ts';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { findAttachable } from '../api/findings.ts';

type BookingChoiceProps = {
  /** The payer's address according to the provider. */
  email: string;
  chosen: string | null;
  error: string | undefined;
  onChoose: (bookingId: string) => void;
};

/** Finds the booking that money was meant for. */
export function BookingChoice({ email, chosen, error, onChoose }: BookingChoiceProps) {
  const [search, setSearch] = useState(email);
  const found = useMutation({ mutationFn: findAttachable });
  const start = () => search.trim() !== '' && found.mutate(search);
  return (
    <>
      <Field label="Customer’s email address or booking ID" error={error}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              value={search}
              autoComplete="off"
              onChange={({ target }) => setSearch(target.value)}
              onKeyDown={({ key }) => key === 'Enter' && start()}
            />
            <Button variant="secondary" busy={found.isPending} onClick={start}>
              Find
            </Button>
          </div>
        )}
      </Field>
      <p role="status" className="mt-2 text-sm">
        {found.isError && 'Could not search bookings. Please try again.'}
        {found.data?.length === 0 && 'No active booking found. Try another address or ID.'}
      </p>
      {found.data && found.data.length > 0 && (
        <fieldset className="mt-3 grid gap-2">
          <legend className="sr-only">Bookings found</legend>
          {found.data.map((booking) => (
            <RadioCard
              key={booking.id}
              name="attach-to"
              checked={chosen === booking.id}
              onChange={() => onChoose(booking.id)}
              label={booking.customer_name}
              aside={stillDue(booking)}
              description={`${booking.service_name}, ${formatDate(booking.booking_date)}, ${formatTime(booking.booking_time)}`}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const stillDue = (booking: AttachableBooking): string =>
  booking.status === 'pending_payment'
    ? `${formatCents(booking.due_now_cents)} due now`
    : `${formatCents(Math.max(0, booking.total_cents - booking.collected_cents))} due`;
