import type { ServiceRest } from '../http/deps.ts';
import { appliedDispute, type Settlement } from '../../../contracts/payments.ts';
import { rpc } from '../http/rpc-answer.ts';
import type { Dispute } from './provider.ts';

/** Stores a report, once and in any order. `ignored` when it is about no payment of ours. */
export async function applyDispute(
  rest: ServiceRest,
  report: { id: string; type: string; createdAt: string; dispute: Dispute },
): Promise<Settlement> {
  const { dispute } = report;
  const { transfers } = dispute;
  const taken = (transfers ?? []).filter(({ amountCents }) => amountCents < 0);
  const returned = (transfers ?? []).filter(({ amountCents }) => amountCents > 0);
  return rpc(rest, appliedDispute, {
    event_id: report.id,
    event_type: report.type,
    reported_at: report.createdAt,
    payment_intent_id: dispute.intentId ?? '',
    report: {
      id: dispute.id,
      amount_cents: dispute.amountCents,
      reason: dispute.reason,
      status: dispute.status,
      due_by: dispute.dueBy,
      has_evidence: dispute.hasEvidence,
      opened_at: dispute.openedAt,
      withdrawn_cents: -sum(taken),
      withdrawn_at: taken[0]?.madeAt ?? null,
      reinstated_cents: sum(returned),
      reinstated_at: returned[0]?.madeAt ?? null,
      // Null when the report leaves it out.
      fee_cents: transfers ? transfers.reduce((fees, { feeCents }) => fees + feeCents, 0) : null,
    },
  });
}

// Zero has no sign here.
const sum = (transfers: readonly { amountCents: number }[]): number =>
  transfers.reduce((cents, { amountCents }) => cents + amountCents, 0) || 0;
