import type { Finding, MendOutcome } from '@contracts/findings.ts';
import { formatCents } from '@domain/money/money.ts';
import type { MendRequest } from './api/findings.ts';

type MendAction = MendRequest['action'];

/** A way out of a finding, with the question before it. */
export type Mend = {
  action: MendAction;
  label: string;
  title: string;
  question: string;
  confirm: string;
  isDanger?: boolean;
};

const cents = (amount: number | undefined) => formatCents(amount ?? 0);

const askAgain: Mend = {
  action: 'ask_again',
  label: 'Ask Stripe again',
  title: 'Ask Stripe again?',
  question:
    'We ask Stripe how this stands now. What can be settled is settled at once; a customer may get the confirmation they were waiting for.',
  confirm: 'Ask Stripe',
};

const accept: Mend = {
  action: 'accept',
  label: 'Accept as it is',
  title: 'Accept this as it is?',
  question: 'Nothing is paid, given back or changed. It comes up again only if the amounts change.',
  confirm: 'Accept',
};

const attach: Mend = {
  action: 'attach',
  label: 'Put it to a booking',
  title: 'Put this money to a booking?',
  question:
    'Find the booking it was meant for. One that waits for this amount is confirmed, and its customer is told.',
  confirm: 'Put it to this booking',
};

const refundOf = (amount: number | undefined): Mend => ({
  action: 'refund',
  label: `Give ${cents(amount)} back`,
  title: `Give ${cents(amount)} back?`,
  question: 'The money goes back to the card it came from. This cannot be taken back.',
  confirm: 'Give it back',
  isDanger: true,
});

const excessRefund = (amount: number): Mend => ({
  ...refundOf(amount),
  question:
    'What is too much goes back to the card it came from, the newest payment first; what came in on site you give back by hand. This cannot be taken back.',
});

const retry = (finding: Finding): Mend => ({
  action: 'retry_refund',
  label: 'Send the refund again',
  title: 'Send the refund again?',
  question: `${cents(finding.refund?.amount_cents)} goes to the customer’s card. It is never sent twice.`,
  confirm: 'Send it again',
});

const givenBack = (finding: Finding): Mend => ({
  action: 'given_back',
  label: 'I gave it back by hand',
  title: 'Record this refund?',
  question: `We note that the customer has the ${cents(finding.refund?.amount_cents)}, and send nothing to the card any more.`,
  confirm: 'Note it',
});

const gaveItBack = (finding: Finding): Mend => ({
  ...givenBack(finding),
  question: `We note that the customer has the ${cents(finding.refund?.amount_cents)}. From then on your figures and the receipt count it as given back.`,
});

const keepIt: Mend = {
  ...accept,
  label: 'It does not go back',
  title: 'Keep this money?',
  question:
    'For what you agreed on otherwise with the customer. Your figures and the receipt keep it as received.',
  confirm: 'Keep it',
};

/** What can be done about a finding, the most likely first. */
export function mendsOf(finding: Finding): Mend[] {
  switch (finding.kind) {
    case 'paid_without_booking':
      return [attach, refundOf(finding.facts.amount_cents), askAgain, accept];
    case 'booking_without_payment':
      return [askAgain, accept];
    case 'refund_stuck':
      if (finding.reason === 'owed_by_hand') return [gaveItBack(finding), keepIt];
      return finding.reason === 'not_arrived'
        ? [askAgain, accept]
        : [retry(finding), givenBack(finding), askAgain, accept];
    case 'amount_unlike':
      return finding.reason === 'overpaid'
        ? [excessRefund(excessOf(finding)), accept]
        : [askAgain, accept];
  }
}

/** What is kept above the price of the booking. */
const excessOf = ({ facts }: Finding): number => (facts.kept_cents ?? 0) - (facts.total_cents ?? 0);

export const outcomeSentences: Record<MendOutcome, string> = {
  mended: 'That is in order again.',
  accepted: 'Accepted. It stays in the history below.',
  open: 'We asked, and it still needs a look. What we learned stands with it.',
  refund_due: 'The time was gone, so the booking is cancelled and the money is on its way back.',
  already_closed: 'Somebody had looked after it already.',
};
