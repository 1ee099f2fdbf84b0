import { z } from 'zod';
import { rpcAnswer } from '../_shared/http/rpc-answer.ts';
import type { Mending } from './mending.ts';

const refundToSend = z.object({
  id: z.string(),
  payment_intent_id: z.string(),
  amount_cents: z.number().int().positive(),
});

const names = ({ finding, adminId }: Mending) => ({
  target_finding_id: finding.id,
  acting_admin: adminId,
});

/** Looks again; what was learned by asking is written down, if anything. Answers whether it is still open. */
export const lookAgain = (mending: Mending, note: string | null) =>
  rpcAnswer(
    mending.deps.rest.rpc('note_finding_asked', {
      ...names(mending),
      note: note,
    }),
    z.boolean(),
  );

export const acceptFinding = (mending: Mending, note: string) =>
  rpcAnswer(mending.deps.rest.rpc('accept_finding', { ...names(mending), note }), z.unknown());

export const noteGivenBack = (mending: Mending, note: string) =>
  rpcAnswer(mending.deps.rest.rpc('note_given_back', { ...names(mending), note }), z.unknown());

export const noteIntentRefunded = (mending: Mending, note: string) =>
  rpcAnswer(
    mending.deps.rest.rpc('note_intent_refunded', { ...names(mending), note }),
    z.unknown(),
  );

export const takeRetry = (mending: Mending) =>
  rpcAnswer(mending.deps.rest.rpc('retry_refund', names(mending)), refundToSend);

export const takeExcess = (mending: Mending) =>
  rpcAnswer(
    mending.deps.rest.rpc('refund_excess', names(mending)),
    z.array(refundToSend.extend({ payment_intent_id: z.string().nullable() })),
  );

export const attachPayment = (
  mending: Mending,
  payment: { intentId: string; bookingId: string; cents: number },
) =>
  rpcAnswer(
    mending.deps.rest.rpc('attach_payment', {
      ...names(mending),
      intent_id: payment.intentId,
      target_booking_id: payment.bookingId,
      cents: payment.cents,
    }),
    z.object({
      outcome: z.string(),
      refund_id: z.string().nullish(),
    }),
  );
