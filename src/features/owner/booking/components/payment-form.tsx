import type { OwnerBooking } from '@contracts/owner-booking.ts';
import { formatCents } from '@domain/money/money.ts';
import { notSentYet } from '@/lib/on-device/not-sent-yet.ts';
import type { OnSitePayment } from '@/entities/visit/on-site-payment.ts';
import { onSiteLabels, PaymentForm as Form } from '@/entities/visit/payment-form.tsx';
import { recordPayment } from '../api/do-at-visit.ts';
import { useBookingAction } from '../use-booking-action.ts';
import { useUndoPayment } from '../use-undo-payment.ts';

type PaymentFormProps = {
  booking: OwnerBooking;
  dueCents: number;
  startsAtAmount?: boolean;
  onClose: () => void;
};

/** Records an on-site payment, with a way to undo it. */
export function PaymentForm({ booking, onClose, ...shown }: PaymentFormProps) {
  const undo = useUndoPayment(booking.id);
  const recording = useBookingAction(
    booking.id,
    (payment: OnSitePayment) => recordPayment(booking, payment),
    {
      done: ({ isUnsent, result: { payment_id: paymentId } }, sent) =>
        isUnsent
          ? notSentYet
          : {
              title: 'Payment Recorded',
              description: `${formatCents(sent.amountCents)} recorded: ${onSiteLabels[sent.method]}.`,
              ...(paymentId && {
                action: { label: 'Undo', onSelect: () => undo.mutate(paymentId) },
              }),
            },
      onDone: onClose,
    },
  );
  return <Form {...shown} recording={recording} onClose={onClose} />;
}
