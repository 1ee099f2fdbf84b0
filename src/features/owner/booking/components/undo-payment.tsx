import { useState } from 'react';
import { formatCents } from '@domain/money/money.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import type { BookingPage, TimelineEntry } from '@contracts/owner-booking.ts';
import { useUndoPayment } from '../use-undo-payment.ts';
import { methodLabels } from '../words.ts';

type UndoPaymentProps = {
  page: BookingPage;
  payment: Extract<TimelineEntry, { kind: 'payment' }>;
};

/** Takes back what was noted by hand, after a question; what was paid online is a fact. */
export function UndoPayment({ page: { booking, timeline }, payment }: UndoPaymentProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const undo = useUndoPayment(booking.id, close);
  if (payment.method === 'online' || payment.status !== 'succeeded') return null;
  const amount = formatCents(payment.amount_cents);
  return (
    <>
      <Button
        variant="ghost"
        className="-ml-6 min-h-11 text-sm"
        aria-label={`Undo payment: ${amount}`}
        onClick={() => setIsOpen(true)}
      >
        Undo
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Undo this payment?"
        description={`This removes the recorded payment of ${amount} (${methodLabels[payment.method]}). ${aboutMail(timeline, payment.at)}`}
        confirmLabel="Undo payment"
        cancelLabel="Keep payment"
        variant="danger"
        busy={undo.isPending}
        onConfirm={() => undo.mutate(payment.id, { onError: close })}
      />
    </>
  );
}

function aboutMail(timeline: BookingPage['timeline'], since: string): string {
  const isMailed = timeline.some(
    (entry) =>
      entry.kind === 'mail' &&
      entry.template_type === 'receipt' &&
      entry.status === 'sent' &&
      Date.parse(entry.at) >= Date.parse(since),
  );
  return isMailed
    ? 'The customer already has a receipt for it by email.'
    : 'A receipt that isn’t sent yet won’t be sent.';
}
