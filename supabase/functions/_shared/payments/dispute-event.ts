import type Stripe from 'stripe';
import type { ServiceRest } from '../http/deps.ts';
import { appliedDispute, type Settlement } from '../../../contracts/payments.ts';
import { rpc } from '../http/rpc-answer.ts';
import { intentIdOf } from './refund-event.ts';

/** What Stripe says of a dispute at one moment. */
export type DisputeReport = {
  eventId: string;
  type: string;
  /** Seconds since 1970. */
  reportedAt: number;
  dispute: Stripe.Dispute;
};

/** Stores a report, once and in any order. `ignored` when it is about no payment of ours. */
export async function applyDispute(rest: ServiceRest, report: DisputeReport): Promise<Settlement> {
  const { dispute } = report;
  const moves = movesOf(dispute);
  const taken = (moves ?? []).filter(({ amount }) => amount < 0);
  const returned = (moves ?? []).filter(({ amount }) => amount > 0);
  return rpc(rest, appliedDispute, {
    event_id: report.eventId,
    event_type: report.type,
    reported_at: instant(report.reportedAt),
    payment_intent_id: intentIdOf(dispute) ?? '',
    report: {
      id: dispute.id,
      amount_cents: dispute.amount,
      reason: dispute.reason,
      status: dispute.status,
      due_by: instantOrNull(dispute.evidence_details.due_by),
      has_evidence: dispute.evidence_details.has_evidence,
      opened_at: instant(dispute.created),
      withdrawn_cents: -sum(taken),
      withdrawn_at: instantOrNull(taken[0]?.created),
      reinstated_cents: sum(returned),
      reinstated_at: instantOrNull(returned[0]?.created),
      // Null when the report doesn't tell it.
      fee_cents: moves ? moves.reduce((fees, { fee }) => fees + fee, 0) : null,
    },
  });
}

// Some reports leave them out, whatever the type says.
const movesOf = (dispute: Stripe.Dispute): Stripe.BalanceTransaction[] | undefined =>
  (dispute as Partial<Stripe.Dispute>).balance_transactions;

// Without a sign for nothing.
const sum = (moves: readonly Stripe.BalanceTransaction[]): number =>
  moves.reduce((cents, { amount }) => cents + amount, 0) || 0;

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();
const instantOrNull = (seconds: number | null | undefined): string | null =>
  seconds ? instant(seconds) : null;
