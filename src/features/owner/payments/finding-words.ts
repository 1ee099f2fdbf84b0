import { formatCents } from '@domain/money/money.ts';
import { paymentProvider } from '@/config/payment-provider.ts';
import { formatInstantDay } from '@/lib/moments.ts';
import type { Finding, FindingKind } from '@contracts/findings.ts';

const kindLabels: Record<FindingKind, string> = {
  paid_without_booking: 'Paid without a booking',
  booking_without_payment: 'Booking without its payment',
  refund_stuck: 'Refund stuck',
  amount_unlike: 'Amount differs from booking',
};

/** What a finding is, in a few words. */
export const labelOf = ({ kind, reason }: Finding): string =>
  reasonLabels[reason] ?? kindLabels[kind];

const reasonLabels: Readonly<Record<string, string>> = {
  owed_by_hand: 'To refund by hand',
  no_show_undecided: 'No-show to decide',
  handed_over: 'Payment from a crew',
};

/** Whose, how much and when: "Mia Young, $20.00, Nov 24". */
export const aboutFinding = ({ booking, refund, facts, closed_at: closedAt }: Finding): string => {
  const cents = refund?.amount_cents ?? facts.amount_cents;
  return [
    booking?.customer_name,
    cents === undefined ? null : formatCents(cents),
    closedAt && formatInstantDay(closedAt),
  ]
    .filter(Boolean)
    .join(', ');
};

/** What happened, in plain words. */
export function whatHappened(finding: Finding): string {
  const { facts, refund } = finding;
  const { name, nameAtStart } = paymentProvider();
  const cents = (amount: number | undefined) => formatCents(amount ?? 0);
  switch (finding.reason) {
    case 'unknown_intent':
      return `${nameAtStart} holds ${cents(facts.amount_cents)} without a booking. It may be for one that isn’t paid yet.`;
    case 'unknown_booking':
      return `${nameAtStart} holds ${cents(facts.amount_cents)} for a booking that is not in your books.`;
    case 'not_settled':
      return `${nameAtStart} holds ${cents(facts.amount_cents)} for this booking, but it could not be settled here.`;
    case 'nothing_recorded':
      return `The booking is confirmed, but no payment is on record. ${cents(facts.expected_cents)} is missing.`;
    case 'all_given_back':
      return `The booking is still confirmed, but its payments were refunded. ${cents(facts.expected_cents)} was expected.`;
    case 'failed':
      return `The refund of ${cents(refund?.amount_cents)} failed${because(refund?.last_error)}. The customer does not have the money.`;
    case 'not_sent':
      return `The refund of ${cents(refund?.amount_cents)} could not be sent to ${name}${because(refund?.last_error)}. It was tried ${refund?.attempts ?? 0} times.`;
    case 'not_arrived':
      return `${nameAtStart} has had the refund of ${cents(refund?.amount_cents)} for more than ten days and has not confirmed it.`;
    case 'owed_by_hand':
      return finding.payment_intent_id
        ? `The bank took this payment back, so ${cents(refund?.amount_cents)} can’t go to the card. Refund it by hand.`
        : `${cents(refund?.amount_cents)} was paid on site. No card was charged, so refund it by hand.`;
    case 'overpaid':
      return `${cents(facts.kept_cents)} was kept for a booking that costs less: ${cents((facts.kept_cents ?? 0) - (facts.total_cents ?? 0))} too much.`;
    case 'underpaid':
      return `${cents(facts.received_cents)} was paid, but ${cents(facts.expected_cents)} was due.`;
    case 'no_show_undecided':
      return `${cents(facts.kept_cents)} is kept of this no-show, and nobody has decided about it. Open the booking to refund by your policy, or keep it.`;
    case 'handed_over':
      return `A crew received ${cents(facts.amount_cents)} (${methodOf(facts.method)})${(facts.tip_cents ?? 0) > 0 ? `, including a ${cents(facts.tip_cents)} tip,` : ''} for a visit that it no longer has. It is not recorded yet.`;
    case 'refunded_outside':
      return `${cents(facts.outside_cents)} was refunded at ${name}, but the booking didn’t change here.`;
    default:
      return 'The payments don’t match the booking.';
  }
}

const methodOf = (method: string | undefined) =>
  ({ card: 'card on site', e_transfer: 'e-transfer' })[method ?? ''] ?? 'cash';

const because = (error: string | null | undefined) => (error ? ` (${error})` : '');

const steps: Record<string, string> = {
  found: 'Found',
  handed_over: 'Sent by the crew',
  refunded: 'Refunded',
  attached: 'Applied to a booking',
  retried: 'Refund resent',
  by_hand: 'Manual refund recorded',
  accepted: 'Accepted as it is',
  cleared: 'The amounts match again',
  reopened: 'Said to be for a booking',
};

export function stepLabel(step: string): string {
  const { name } = paymentProvider();
  if (step === 'asked') return `Checked with ${name}`;
  if (step === 'refund_failed') return `The refund failed, so ${name} still has the money`;
  return steps[step] ?? step;
}

export const outcomeLabels = {
  mended: 'Resolved',
  cleared: 'Resolved automatically',
  accepted: 'Accepted',
} as const;
