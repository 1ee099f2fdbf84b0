import type { DecidedRefund } from '../../../contracts/booking.ts';

/** Refunds in cents: automatic ones to the card, and those that the owner makes by hand. */
export const sumOfRefunds = (refunds: readonly DecidedRefund[]) => ({
  byCardCents: sum(refunds.filter((one) => one.payment_intent_id !== null)),
  byHandCents: sum(refunds.filter((one) => one.payment_intent_id === null)),
});

const sum = (refunds: readonly DecidedRefund[]): number =>
  refunds.reduce((cents, refund) => cents + refund.amount_cents, 0);
