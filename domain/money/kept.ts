/** A booking's money in cents, as its screens read it. */
type Money = {
  paid_cents: number;
  refunded_cents: number;
  /** Of the rest, what a bank holds or took in disputes. An older server doesn't tell it. */
  disputed_cents?: number | undefined;
};

/** What is kept of the payments: neither refunded nor about to be, and not held or taken by a bank. */
export const keptCents = ({ paid_cents, refunded_cents, disputed_cents = 0 }: Money): number =>
  paid_cents - refunded_cents - disputed_cents;

/** What is refunded of the payments, without what is still owed by hand; null for nothing. */
export function refundedWord(money: {
  paidCents: number;
  refundedCents: number;
}): 'Refunded' | 'Partly refunded' | null {
  if (money.refundedCents <= 0 || money.paidCents <= 0) return null;
  return money.refundedCents >= money.paidCents ? 'Refunded' : 'Partly refunded';
}
