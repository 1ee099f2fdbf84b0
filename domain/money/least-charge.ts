import { formatCents } from './money.ts';

/** The payment provider charges no less. The database has the same rule: `private.is_chargeable`. */
export const leastChargeCents = 50;

/** Whether an amount can be paid online. */
export const isChargeable = (cents: number): boolean => cents >= leastChargeCents;

export const leastChargeSentence = `Cards can’t be charged less than ${formatCents(leastChargeCents)}.`;
