import type { Json } from '../../../database-types.ts';
import type { ServiceRest } from '../http/deps.ts';
import type { Refund } from './provider.ts';
import { findingToMend } from '../../../contracts/findings.ts';
import { rpc } from '../http/rpc-answer.ts';

export const scanPayments = (rest: ServiceRest) => rpc(rest, 'scan_payments', {});

/** Whether this caller should list the provider's intents now. */
export const takePaymentSweep = (rest: ServiceRest, everySeconds: number) =>
  rpc(rest, 'take_payment_sweep', { every_seconds: everySeconds });

/** The paid intents that our books lack. */
export const unrecordedIntents = (rest: ServiceRest, intentIds: string[]) =>
  rpc(rest, 'unrecorded_intents', { intent_ids: intentIds });

/** Ids of the refunds that differ from our books. */
export const unrecordedRefunds = (rest: ServiceRest, refunds: readonly Refund[]) =>
  rpc(rest, 'unrecorded_refunds', {
    seen: refunds.map((refund) => ({
      id: refund.id,
      status: refund.status,
      payment_intent_id: refund.intentId,
    })),
  });

export type UnmatchedReason = 'unknown_intent' | 'unknown_booking' | 'not_settled';

/** Records a finding: money at the provider without a booking. */
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
