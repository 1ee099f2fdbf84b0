import { attachedPayment, excessRefunds, retriedRefund } from '../../contracts/payments.ts';
import { rpc } from '../_shared/http/rpc-answer.ts';
import type { Mending } from './mending.ts';

const names = ({ finding, adminId }: Mending) => ({
  target_finding_id: finding.id,
  acting_admin: adminId,
});

/** Looks again; what was learned by asking is written down, if anything. Answers whether it is still open. */
export const lookAgain = (mending: Mending, note: string | null) =>
  rpc(mending.deps.rest, 'note_finding_asked', { ...names(mending), note });

export const acceptFinding = (mending: Mending, note: string) =>
  rpc(mending.deps.rest, 'accept_finding', { ...names(mending), note });

export const noteGivenBack = (mending: Mending, note: string) =>
  rpc(mending.deps.rest, 'note_given_back', { ...names(mending), note });

export const noteIntentRefunded = (mending: Mending, note: string) =>
  rpc(mending.deps.rest, 'note_intent_refunded', { ...names(mending), note });

export const takeRetry = (mending: Mending) =>
  rpc(mending.deps.rest, retriedRefund, names(mending));

export const takeExcess = (mending: Mending) =>
  rpc(mending.deps.rest, excessRefunds, names(mending));

export const attachPayment = (
  mending: Mending,
  payment: { intentId: string; bookingId: string; cents: number },
) =>
  rpc(mending.deps.rest, attachedPayment, {
    ...names(mending),
    intent_id: payment.intentId,
    target_booking_id: payment.bookingId,
    cents: payment.cents,
  });
