import { queryOptions } from '@tanstack/react-query';
import {
  ownerCancellation,
  ownerCancellationPreview,
  notedPayment,
  recordedPayment,
  type NotedPayment,
  undonePayment,
  resentMail,
} from '@contracts/owner-booking.ts';
import { callFunction } from '@/lib/call-function.ts';
import { sentPaymentLink } from '@contracts/balance.ts';
import { mendedPayment } from '@contracts/findings.ts';
import { PostgrestError } from '@supabase/postgrest-js';
import type { PaymentMethod } from '@domain/money/receipt.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { savedBookingNote, type PrivateNote } from '@contracts/notes.ts';

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

export const cancelAsOwner = (bookingId: string, refundCents: number) =>
  callFunction(ownerCancellation, { bookingId, refundCents });

/** Notes that money was given back by hand, and how. Answers whether somebody had noted it already. */
export async function recordManualRefund(findingId: string, note: string): Promise<boolean> {
  const { outcome } = await callFunction(mendedPayment, {
    findingId,
    action: 'given_back',
    note,
  });
  return outcome === 'already_closed';
}

/**
 * In cents; the tip is a part of the amount. The same request counts once; with other content it is refused with
 * `already_noted_otherwise`.
 */
export type OnSitePayment = {
  requestId: string;
  method: Exclude<PaymentMethod, 'online'>;
  amountCents: number;
  tipCents: number;
};

/** Notes money that was given on site; its id. Throws with the code of the refusal as message. */
export async function recordPayment(bookingId: string, payment: OnSitePayment): Promise<string> {
  const { payment_id: id } = await ownRpc(recordedPayment, {
    target_booking_id: bookingId,
    method: payment.method,
    amount_cents: payment.amountCents,
    tip_cents: payment.tipCents,
    request_id: payment.requestId,
  });
  return id;
}

/** What is stored of a payment that was sent again with other content; null for any other refusal. */
export function recordedOtherwise(error: unknown): NotedPayment | null {
  if (!(error instanceof PostgrestError) || error.message !== 'already_noted_otherwise')
    return null;
  return error.details ? notedPayment.parse(JSON.parse(error.details)) : null;
}

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

/** Writes over the version that was read. Throws with the code of the refusal as message. */
export const saveNote = (bookingId: string, { text, version }: PrivateNote) =>
  ownRpc(savedBookingNote, { target_booking_id: bookingId, note: text, version });
