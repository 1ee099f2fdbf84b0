import { failureSentence } from '@/lib/failure-sentence.ts';
import { useState } from 'react';
import { formatCents } from '@domain/money/money.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { firstRefundMethod, RefundMethodField } from '@/entities/visit/refund-method-field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import type { BookingPage, TimelineEntry } from '@contracts/owner-booking.ts';
import { recordManualRefund } from '../api/change-booking.ts';
import { useBookingAction } from '../use-booking-action.ts';
import { methodLabels } from '../words.ts';

type Refund = Extract<TimelineEntry, { kind: 'refund' }>;

/** Refunds that the owner makes by hand: owed until they are marked. */
export function OwedRefunds({ page: { booking, timeline } }: { page: BookingPage }) {
  return timeline.map(
    (entry) =>
      entry.kind === 'refund' &&
      entry.finding_id !== null && (
        <OwedRefund
          key={entry.id}
          bookingId={booking.id}
          refund={entry}
          findingId={entry.finding_id}
        />
      ),
  );
}

type OwedRefundProps = { bookingId: string; refund: Refund; findingId: string };

function OwedRefund({ bookingId, refund, findingId }: OwedRefundProps) {
  const [isOpen, setIsOpen] = useState(false);
  const amount = formatCents(refund.amount_cents);
  return (
    <Notice title={`Refund ${amount} by hand, then mark it here.`}>
      <p>
        {refund.method === 'online'
          ? 'The bank took this payment back, so nothing can go to the card.'
          : `It was paid on site: ${methodLabels[refund.method]}. Nothing is sent automatically.`}
      </p>
      <Button className="mt-3" onClick={() => setIsOpen(true)}>
        Mark {amount} as refunded
      </Button>
      {isOpen && (
        <ManualRefundDialog
          bookingId={bookingId}
          refund={refund}
          findingId={findingId}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Notice>
  );
}

function ManualRefundDialog({
  bookingId,
  refund,
  findingId,
  onClose,
}: OwedRefundProps & { onClose: () => void }) {
  const [how, setHow] = useState('');
  const [method, setMethod] = useState(() => firstRefundMethod(refund.method));
  const [isTried, setIsTried] = useState(false);
  const amount = formatCents(refund.amount_cents);
  const isTooShort = how.trim().length < 3;
  const note = useBookingAction(
    bookingId,
    () => recordManualRefund(findingId, { note: how.trim(), method }),
    {
      done: (wasNoted) => ({
        title: 'Refund Recorded',
        description: wasNoted ? 'This refund was already recorded.' : `${amount} refunded by hand.`,
      }),
      onDone: onClose,
    },
  );
  const confirm = () => {
    setIsTried(true);
    if (!isTooShort) note.mutate(undefined);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Did you refund ${amount}?`}
      description={`Mark it once the customer has the ${amount}. Your figures and the receipt then include it.`}
      confirmLabel="Mark as refunded"
      cancelLabel="Not now"
      busy={note.isPending}
      onConfirm={confirm}
    >
      <RefundMethodField value={method} onChange={setMethod} />
      <TextField
        label="How you refunded it"
        error={isTried && isTooShort ? 'Please enter how you refunded it.' : undefined}
        hint="For example: e-transfer today, or cash at the next visit."
        required
        maxLength={1000}
        autoComplete="off"
        value={how}
        onChange={({ target }) => setHow(target.value)}
      />
      {note.error && (
        <p role="alert" className="mt-4 font-medium text-danger">
          {failureSentence(note.error)}
        </p>
      )}
    </ConfirmDialog>
  );
}
