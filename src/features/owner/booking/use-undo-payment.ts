import type { UndonePayment } from '@contracts/owner-booking.ts';
import { formatCents } from '@domain/money/money.ts';
import { undoPayment } from './api/change-booking.ts';
import { useBookingAction } from './use-booking-action.ts';

/** Takes back a payment that was noted by hand, and says what is due then and what its customer was told. */
export const useUndoPayment = (bookingId: string, onDone?: () => void) =>
  useBookingAction(bookingId, (paymentId: string) => undoPayment(paymentId), {
    done: (undone) => ({ title: 'Payment Undone', description: undoneSentence(undone) }),
    failed: 'Payment Not Undone',
    ...(onDone && { onDone }),
  });

const aboutReceipt: Record<UndonePayment['receipt'], string> = {
  sent: 'The customer has a receipt for it. Please let them know it was a mistake.',
  dropped: 'The receipt won’t be sent.',
  none: '',
};

function undoneSentence({ status, due_on_site_cents: dueCents, receipt }: UndonePayment): string {
  const stands =
    status === 'cancelled'
      ? 'It no longer counts.'
      : `${dueCents > 0 ? formatCents(dueCents) : 'Nothing'} is due on site.`;
  return `${stands} ${aboutReceipt[receipt]}`.trim();
}
