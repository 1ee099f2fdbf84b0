import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { TextAreaField, Field } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { asksAboutDispute } from '@/entities/dispute/asks-about-dispute.ts';
import { firstRefundMethod, RefundMethodField } from '@/entities/visit/refund-method-field.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import type { Finding, AttachableBooking } from '@contracts/findings.ts';
import { formatCents } from '@domain/money/money.ts';
import type { OnSiteMethod } from '@domain/money/payment-methods.ts';
import { formatDate, formatTime } from '@domain/time/time-format.ts';
import { type MendRequest, findingsQuery, mendPayment, findAttachable } from '../api/findings.ts';
import { type Resolution, outcomeSentences } from '../resolutions.ts';

type MendDialogProps = {
  finding: Finding;
  mend: Resolution;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
};

/** The question before a finding is mended, with what has to be said for it. */
export function ResolveDialog({ finding, mend, onClose, focusAfter }: MendDialogProps) {
  const mending = useResolve(finding, onClose);
  const [note, setNote] = useState('');
  const [method, setMethod] = useState(() => firstRefundMethod(finding.refund?.method ?? 'online'));
  const [bookingId, setBookingId] = useState<string | null>(null);
  const [missing, setMissing] = useState<string>();
  const confirm = () => {
    const request = requestOf(mend, {
      note,
      method,
      bookingId,
      anyway: asksAboutDispute(mending.error),
    });
    if (request) mending.mutate(request);
    else {
      setMissing(
        mend.action === 'attach'
          ? 'Please choose a booking first.'
          : 'Please enter what was agreed or done.',
      );
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={mend.title}
      description={mend.question}
      confirmLabel={mend.confirm}
      cancelLabel="Not now"
      variant={mend.isDanger ? 'danger' : 'primary'}
      busy={mending.isPending}
      onConfirm={confirm}
      focusAfter={focusAfter}
    >
      {mend.action === 'attach' && (
        <BookingChoice
          email={finding.facts.email ?? ''}
          chosen={bookingId}
          error={missing}
          onChoose={setBookingId}
        />
      )}
      {mend.action === 'given_back' && <RefundMethodField value={method} onChange={setMethod} />}
      {needsNote(mend) && (
        <TextAreaField
          label="Note"
          error={missing}
          hint="The note is kept in the history."
          required
          rows={3}
          maxLength={1000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      )}
      <Problem className="mt-4">{mending.error && failureSentence(mending.error)}</Problem>
    </ConfirmDialog>
  );
}

const needsNote = ({ action }: Resolution) => action === 'accept' || action === 'given_back';

type Answers = {
  note: string;
  method: OnSiteMethod;
  bookingId: string | null;
  anyway: boolean;
};

/** Null while something is missing. */
function requestOf(
  { action }: Resolution,
  { note, method, bookingId, anyway }: Answers,
): MendRequest | null {
  switch (action) {
    case 'attach':
      return bookingId ? { action, bookingId } : null;
    case 'accept':
      return note.trim().length < 3 ? null : { action, note: note.trim() };
    case 'given_back':
      return note.trim().length < 3 ? null : { action, note: note.trim(), method };
    case 'ask_again':
    case 'record':
      return { action };
    case 'refund':
    case 'retry_refund':
      return anyway ? { action, anyway } : { action };
  }
}

/** Mends one finding, says what became of it, and shows the list as it is then. */
function useResolve(finding: Finding, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: MendRequest) => mendPayment(finding, request),
    onSuccess: async ({ outcome }) => {
      toast({ title: 'Done', description: outcomeSentences[outcome] });
      onDone();
      await client.invalidateQueries({ queryKey: findingsQuery.queryKey });
    },
  });
}

type BookingChoiceProps = {
  /** The payer's address according to the provider. */
  email: string;
  chosen: string | null;
  error: string | undefined;
  onChoose: (bookingId: string) => void;
};

/** Finds the booking that money was meant for. */
function BookingChoice({ email, chosen, error, onChoose }: BookingChoiceProps) {
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
