import type Stripe from 'stripe';
import { z } from 'zod';
import type { Json } from '../../../database-types.ts';
import type { ServiceRest } from '../http/deps.ts';
import { intentIdOf } from './refund-event.ts';
import { rpcAnswer } from '../http/rpc-answer.ts';

export const scanPayments = (rest: ServiceRest) =>
  rpcAnswer(rest.rpc('scan_payments', {}), z.number());

/** Whether this caller is the one to ask Stripe for its list now. */
export const takePaymentSweep = (rest: ServiceRest, everySeconds: number) =>
  rpcAnswer(rest.rpc('take_payment_sweep', { every_seconds: everySeconds }), z.boolean());

/** Those of Stripe's paid intents whose money is not in the books. */
export const unrecordedIntents = (rest: ServiceRest, intentIds: string[]) =>
  rpcAnswer(rest.rpc('unrecorded_intents', { intent_ids: intentIds }), z.array(z.string()));

/** Those of Stripe's refunds that the books do not have as it has them; ids. */
export const unrecordedRefunds = (rest: ServiceRest, refunds: readonly Stripe.Refund[]) =>
  rpcAnswer(
    rest.rpc('unrecorded_refunds', {
      seen: refunds.map((refund) => ({
        id: refund.id,
        status: refund.status,
        payment_intent_id: intentIdOf(refund),
      })),
    }),
    z.array(z.string()),
  );

export type UnmatchedReason = 'unknown_intent' | 'unknown_booking' | 'not_settled';

/** Keeps for the owner that Stripe has money which we cannot put to a booking. */
export async function noteUnmatchedIntent(
  rest: ServiceRest,
  noted: {
    intentId: string;
    bookingId: string | null;
    reason: UnmatchedReason;
    detail: { [key: string]: Json };
  },
): Promise<void> {
  await rpcAnswer(
    rest.rpc('note_unmatched_intent', {
      intent_id: noted.intentId,
      target_booking_id: noted.bookingId,
      why: noted.reason,
      detail: noted.detail,
    }),
    z.unknown(),
  );
}

const findingToMend = z.object({
  id: z.string(),
  kind: z.enum([
    'paid_without_booking',
    'booking_without_payment',
    'refund_stuck',
    'amount_unlike',
  ]),
  reason: z.string(),
  closed_at: z.string().nullable(),
  payment_intent_id: z.string().nullable(),
  booking: z.object({ id: z.string(), status: z.string(), created_at: z.string() }).nullable(),
  refund: z.object({ id: z.string() }).nullable(),
  payments: z.array(z.object({ payment_intent_id: z.string(), status: z.string() })),
  steps: z.array(z.object({ step: z.string() })),
});

export type FindingToMend = z.infer<typeof findingToMend>;

export const findingToMendById = (rest: ServiceRest, findingId: string) =>
  rpcAnswer(
    rest.rpc('finding_to_mend', { target_finding_id: findingId }),
    findingToMend.nullable(),
  );
