import type { Dispute } from '@contracts/disputes.ts';
import { disputeReason } from '@domain/money/dispute-reason.ts';
import { formatCents } from '@domain/money/money.ts';
import { paymentProvider } from '@/config/payment-provider.ts';
import { formatMoment } from '@/lib/moments.ts';

const states: Readonly<Record<string, string>> = {
  needs_response: 'Needs your answer',
  warning_needs_response: 'Needs your answer',
  under_review: 'Under review',
  warning_under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
  warning_closed: 'Closed',
  prevented: 'Prevented',
};

const needsAnswer = ({ status }: Dispute): boolean => status.endsWith('needs_response');

export const isDecided = ({ status }: Dispute): boolean =>
  ['won', 'lost', 'warning_closed', 'prevented'].includes(status);

/** "product_not_received" -> "product not received" */
const inWords = (code: string): string => code.replaceAll('_', ' ');

export const disputeState = ({ status }: Dispute): string => states[status] ?? inWords(status);

/** What happened, and by when to answer. */
export function disputeSentences(dispute: Dispute): string[] {
  const { name, nameAtStart, disputePage } = paymentProvider();
  const amount = formatCents(dispute.amount_cents);
  const fee =
    dispute.fee_cents > 0 ? `, and charged ${formatCents(dispute.fee_cents)} in fees` : '';
  return [
    `The customer’s bank disputes ${amount}. Reason: ${disputeReason(dispute.reason)}.`,
    dispute.withdrawn_cents > 0
      ? `${nameAtStart} took ${formatCents(dispute.withdrawn_cents)} from your account${fee}.`
      : '',
    dispute.reinstated_cents > 0
      ? `${nameAtStart} returned ${formatCents(dispute.reinstated_cents)} to your account.`
      : '',
    needsAnswer(dispute) && dispute.due_by
      ? `Answer${disputePage ? ` in ${name}` : ''} by ${formatMoment(dispute.due_by)}.`
      : '',
    dispute.has_evidence && !isDecided(dispute) ? 'Your evidence was sent.' : '',
  ].filter(Boolean);
}

/** What the owner reads before refunding anything of a booking whose payment is in an open dispute. */
export const openDisputeQuestion =
  'The customer’s bank disputes a payment of this booking and hasn’t decided yet. A refund doesn’t stop the bank from taking that payment.';

/** What a bank keeps from the owner, in cents; empty when it keeps nothing. */
export const heldInDispute = (cents: number | undefined): string =>
  cents ? `The customer’s bank holds or took ${formatCents(cents)} in a dispute.` : '';

/** The dispute's id at the provider. */
export const disputeIdOf = ({ stripe_dispute_id: id }: Dispute): string => id;
