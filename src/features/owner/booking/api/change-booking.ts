import { queryOptions } from '@tanstack/react-query';
import {
  ownerCancellation,
  ownerCancellationPreview,
  ownerRefund,
  undonePayment,
  resentMail,
} from '@contracts/owner-booking.ts';
import type { OnSiteMethod } from '@domain/money/payment-methods.ts';
import { callFunction } from '@/lib/call-function.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { sentPaymentLink } from '@contracts/balance.ts';
import { mendedPayment } from '@contracts/findings.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** What cancelling now would mean; nothing is changed. Always asked anew: it changes with the clock. */
export const cancellationPreview = (bookingId: string) =>
  queryOptions({
    queryKey: ['owner-cancellation', bookingId],
    queryFn: () => callFunction(ownerCancellationPreview, { bookingId, preview: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // What is typed into the dialog must not change under her hands.
    refetchOnWindowFocus: false,
  });

/** `anyway`: also while a bank disputes a payment. */
export const cancelAsOwner = (
  bookingId: string,
  cancellation: { refundCents: number; anyway?: boolean },
) => withFreshProof(() => callFunction(ownerCancellation, { bookingId, ...cancellation }));

export type Refund = {
  /** One for each form: sent twice, it refunds once. */
  requestId: string;
  refundCents: number;
  /** What was left of the payments, after refunds and disputes, when the form opened. */
  expectedPaidCents: number;
  reason: string;
  /** Also while a bank disputes a payment. */
  anyway?: boolean;
};

/** Refunds without cancelling. Throws with the code of the refusal. */
export const refundBooking = (bookingId: string, refund: Refund) =>
  withFreshProof(() => callFunction(ownerRefund, { bookingId, ...refund }));

/** Notes that money was given back by hand, and how. Answers whether somebody had noted it already. */
export async function recordManualRefund(
  findingId: string,
  back: { note: string; method: OnSiteMethod },
): Promise<boolean> {
  const { outcome } = await callFunction(mendedPayment, {
    findingId,
    action: 'given_back',
    ...back,
  });
  return outcome === 'already_closed';
}

/** Decides that what was paid for a no-show is kept. */
export const keepNoShowMoney = (findingId: string) =>
  callFunction(mendedPayment, { findingId, action: 'accept', note: 'Kept as a no-show fee' });

/** Emails the customer a link to pay the balance online. Throws with the code of the refusal as message. */
export const sendPaymentLink = (bookingId: string) =>
  ownRpc(sentPaymentLink, { target_booking_id: bookingId });

/** Takes back a payment that was noted by hand. Throws with the code of the refusal as message. */
export const undoPayment = (paymentId: string) =>
  ownRpc(undonePayment, { target_payment_id: paymentId });

/** Whether it is sent once more; not when it was a moment ago. Throws with the code of the refusal as message. */
export async function resendMail(mailId: string): Promise<boolean> {
  const { outcome } = await ownRpc(resentMail, { mail_id: mailId });
  return outcome === 'queued';
}
