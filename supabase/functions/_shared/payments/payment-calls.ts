import { z } from 'zod';
import type { ReturnedBy } from '../../../contracts/contract.ts';
import type { Json } from '../../../database-types.ts';
import type { ServiceRest } from '../http/deps.ts';
import { appliedEvent, settledPayment, type Settlement } from '../../../contracts/payments.ts';
import { rpc, rpcAnswer } from '../http/rpc-answer.ts';
import type { Refund } from './provider.ts';

const storedPayment = z
  .object({
    stripe_payment_intent_id: z.string(),
    status: z.enum(['requires_payment', 'processing', 'succeeded', 'failed', 'canceled']),
  })
  .transform(({ stripe_payment_intent_id: intentId, status }) => ({ intentId, status }));

export type StoredPayment = z.infer<typeof storedPayment>;

/** Every online payment attempt of a booking, oldest first. */
export const paymentsOf = (rest: ServiceRest, bookingId: string) =>
  rpcAnswer(
    rest
      .from('payments')
      .select('stripe_payment_intent_id, status')
      .eq('booking_id', bookingId)
      .eq('method', 'online')
      .order('created_at'),
    z.array(storedPayment),
  );

/** Records an intent before the browser receives it. */
export async function beginPayment(
  rest: ServiceRest,
  payment: { bookingId: string; intentId: string; amountCents: number },
): Promise<void> {
  await rpc(rest, 'begin_payment', {
    target_booking_id: payment.bookingId,
    payment_intent_id: payment.intentId,
    amount_cents: payment.amountCents,
  });
}

/** Records a success; may be called repeatedly and in any order. */
export async function settlePayment(
  rest: ServiceRest,
  payment: { intentId: string; bookingId: string; amountCents: number },
): Promise<Settlement> {
  return rpc(rest, settledPayment, {
    payment_intent_id: payment.intentId,
    target_booking_id: payment.bookingId,
    amount_cents: payment.amountCents,
  });
}

export type PaymentEvent = {
  eventId: string;
  type: string;
  intentId: string;
  /** Null when the event does not name one; the stored payment has its booking. */
  bookingId: string | null;
  amountCents: number;
  detail: { [key: string]: Json };
};

/** Records an event once, with its effect on the payment. */
export async function applyPaymentEvent(
  rest: ServiceRest,
  event: PaymentEvent,
): Promise<Settlement> {
  return rpc(rest, appliedEvent, {
    event_id: event.eventId,
    event_type: event.type,
    payment_intent_id: event.intentId,
    target_booking_id: event.bookingId,
    amount_cents: event.amountCents,
    detail: event.detail,
  });
}

/** What a refund means for its payment; null for a refund of something else. */
export function refundEvent(
  event: { id: string; type: `refund.${string}` },
  refund: Refund,
): PaymentEvent | null {
  if (!refund.intentId) return null;
  return {
    eventId: event.id,
    type: event.type,
    intentId: refund.intentId,
    bookingId: null,
    amountCents: refund.amountCents,
    detail: {
      refund_id: refund.id,
      refund_status: refund.status,
      // The id of our own refund; null for one from the provider's pages.
      own_refund_id: refund.metadata['refund_id'] ?? null,
      error: refund.failureReason,
    },
  };
}

/**
 * Extends the hold of a payment's booking, or renews an expired one if its time is available: by `minutes` from
 * now, and at most `mostMinutes` from the payment's start, if given. Returns whether the time is held.
 */
export const keepHoldForPayment = (
  rest: ServiceRest,
  keep: { intentId: string; minutes: number; mostMinutes: number | null },
): Promise<boolean> =>
  rpc(rest, 'keep_hold_for_payment', {
    payment_intent_id: keep.intentId,
    hold_minutes: keep.minutes,
    most_minutes: keep.mostMinutes,
  });

export type PaymentToReconcile = ReturnedBy<'payments_to_reconcile'>[number];

export const paymentsToReconcile = (rest: ServiceRest, batch: number, olderThanSeconds: number) =>
  rpc(rest, 'payments_to_reconcile', { batch, older_than_seconds: olderThanSeconds });

/** Leases pending refunds. */
export const refundsToSend = (rest: ServiceRest, batch: number, leaseSeconds: number) =>
  rpc(rest, 'refunds_to_send', { batch, lease_seconds: leaseSeconds });

export type RefundRecord =
  | { status: 'sent' | 'succeeded' | 'failed'; sentId: string }
  | { status: 'pending' | 'failed'; error: string };

/** Records the result of a refund; `pending` leaves it to the worker's next attempt. */
export async function recordRefund(
  rest: ServiceRest,
  refundId: string,
  record: RefundRecord,
): Promise<void> {
  await rpc(rest, 'record_refund', {
    target_refund_id: refundId,
    stripe_refund_id: 'sentId' in record ? record.sentId : null,
    refund_status: record.status,
    ...('error' in record && { error: record.error.slice(0, 500) }),
  });
}
