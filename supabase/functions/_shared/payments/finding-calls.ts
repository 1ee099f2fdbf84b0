import type Stripe from 'stripe';
import type { Json } from '../../../database-types.ts';
import type { ServiceRest } from '../http/deps.ts';
import { intentIdOf } from './refund-event.ts';
import { findingToMend } from '../../../contracts/findings.ts';
import { rpc } from '../http/rpc-answer.ts';

export const scanPayments = (rest: ServiceRest) => rpc(rest, 'scan_payments', {});

/** Whether this caller should list Stripe's intents now. */
export const takePaymentSweep = (rest: ServiceRest, everySeconds: number) =>
  rpc(rest, 'take_payment_sweep', { every_seconds: everySeconds });

/** Those of Stripe's paid intents that the books do not have. */
export const unrecordedIntents = (rest: ServiceRest, intentIds: string[]) =>
  rpc(rest, 'unrecorded_intents', { intent_ids: intentIds });

/** Ids of Stripe's refunds that differ from the books. */
export const unrecordedRefunds = (rest: ServiceRest, refunds: readonly Stripe.Refund[]) =>
  rpc(rest, 'unrecorded_refunds', {
    seen: refunds.map((refund) => ({
      id: refund.id,
      status: refund.status,
      payment_intent_id: intentIdOf(refund),
    })),
  });

export type UnmatchedReason = 'unknown_intent' | 'unknown_booking' | 'not_settled';

/** Records a finding: money at Stripe without a booking. */
export async function noteUnmatchedIntent(
  rest: ServiceRest,
  noted: {
    intentId: string;
    bookingId: string | null;
    reason: UnmatchedReason;
    detail: { [key: string]: Json };
  },
): Promise<void> {
  await rpc(rest, 'note_unmatched_intent', {
    intent_id: noted.intentId,
    target_booking_id: noted.bookingId,
    why: noted.reason,
    detail: noted.detail,
  });
}

export const findingToMendById = (rest: ServiceRest, findingId: string) =>
  rpc(rest, findingToMend, { target_finding_id: findingId });
