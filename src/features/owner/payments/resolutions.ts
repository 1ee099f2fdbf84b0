import type { Finding, MendOutcome } from '@contracts/findings.ts';
import { paymentProvider } from '@/config/payment-provider.ts';
import { formatCents } from '@domain/money/money.ts';
import type { MendRequest } from './api/findings.ts';

type MendAction = MendRequest['action'];

/** A way out of a finding, with the question before it. */
export type Resolution = {
  action: MendAction;
  label: string;
  title: string;
  question: string;
  confirm: string;
  isDanger?: boolean;
};

const cents = (amount: number | undefined) => formatCents(amount ?? 0);

const checkProvider = (): Resolution => ({
  action: 'ask_again',
  label: `Check with ${paymentProvider().name}`,
  title: `Check with ${paymentProvider().name}?`,
  question: `We check the current state with ${paymentProvider().name} and settle what we can. The customer may get a confirmation.`,
  confirm: `Check with ${paymentProvider().name}`,
});

const accept: Resolution = {
  action: 'accept',
  label: 'Accept as it is',
  title: 'Accept this as it is?',
  question: 'Nothing is paid, refunded or changed. It appears again only if the amounts change.',
  confirm: 'Accept',
};

const attach: Resolution = {
  action: 'attach',
  label: 'Apply to a booking',
  title: 'Apply this payment to a booking?',
  question:
    'Find the booking for this payment. If the amount matches, we confirm the booking and notify the customer.',
  confirm: 'Apply payment',
};

const refundOf = (amount: number | undefined): Resolution => ({
  action: 'refund',
  label: `Refund ${cents(amount)}`,
  title: `Refund ${cents(amount)}?`,
  question: 'We refund the money to the card it came from. You can’t undo this.',
  confirm: 'Send refund',
  isDanger: true,
});

const excessRefund = (amount: number): Resolution => ({
  ...refundOf(amount),
  question:
    'We refund the excess to the card, newest payment first. Refund payments on site by hand. You can’t undo this.',
});

const retry = (finding: Finding): Resolution => ({
  action: 'retry_refund',
  label: 'Resend refund',
  title: 'Resend the refund?',
  question: `${cents(finding.refund?.amount_cents)} is refunded to the customer’s card. It is never sent twice.`,
  confirm: 'Resend refund',
});

const recordManualRefund = (finding: Finding): Resolution => ({
  action: 'given_back',
  label: 'Mark as refunded',
  title: `Did you refund ${cents(finding.refund?.amount_cents)}?`,
  question: `Mark it once the customer has the ${cents(finding.refund?.amount_cents)}. We no longer send it to the card.`,
  confirm: 'Mark as refunded',
});

const recordRefund = (finding: Finding): Resolution => ({
  ...recordManualRefund(finding),
  question: `Mark it once the customer has the ${cents(finding.refund?.amount_cents)}. Your figures and the receipt then include it.`,
});

const keepPayment: Resolution = {
  ...accept,
  label: 'Don’t refund',
  title: 'Keep this payment?',
  question:
    'Use this if you agreed on something else with the customer. Your figures and the receipt keep the payment.',
  confirm: 'Keep payment',
};

/** Money that a crew handed over; the owner chooses the booking where it is not known. */
const recordIt = ({ booking, facts }: Finding): Resolution => ({
  action: booking ? 'record' : 'attach',
  label: 'Record payment',
  title: `Record ${cents(facts.amount_cents)}?`,
  question: booking
    ? 'It is recorded with the booking. What is too much is then listed here, to refund or to keep.'
    : 'Find the booking for this payment. What is too much is then listed here, to refund or to keep.',
  confirm: 'Record payment',
});

const acceptUnrecorded: Resolution = {
  ...accept,
  label: 'Don’t record',
  title: 'Don’t record this payment?',
  question: 'Use this if it is recorded already, or the customer has it back.',
  confirm: 'Don’t record',
};

/** What can be done about a finding, the most likely first. */
export function resolutionsOf(finding: Finding): Resolution[] {
  switch (finding.kind) {
    case 'paid_without_booking':
      if (finding.reason === 'handed_over') return [recordIt(finding), acceptUnrecorded];
      return [attach, refundOf(finding.facts.amount_cents), checkProvider(), accept];
    case 'booking_without_payment':
      return [checkProvider(), accept];
    case 'refund_stuck':
      if (finding.reason === 'owed_by_hand') return [recordRefund(finding), keepPayment];
      return finding.reason === 'not_arrived'
        ? [checkProvider(), accept]
        : [retry(finding), recordManualRefund(finding), checkProvider(), accept];
    case 'amount_unlike':
      if (finding.reason === 'no_show_undecided') return [keepPayment];
      return finding.reason === 'overpaid'
        ? [excessRefund(excessOf(finding)), accept]
        : [checkProvider(), accept];
  }
}

/** What is kept above the price of the booking. */
const excessOf = ({ facts }: Finding): number => (facts.kept_cents ?? 0) - (facts.total_cents ?? 0);

export const outcomeSentences: Record<MendOutcome, string> = {
  mended: 'Resolved.',
  accepted: 'Accepted. You’ll find it in the history.',
  open: 'It still needs attention. The result of the check is in its history.',
  refund_due:
    'The time was no longer available, so we cancelled the booking and are refunding the payment.',
  already_closed: 'Already resolved.',
};
