import * as z from 'zod/mini';
import { functionContract, sqlContract, type AnswerOf } from './contract.ts';
import { flag, taxLines, text, whole } from './values.ts';

/** What the page of a payment link shows. Amounts are integer cents. */
const balance = z.object({
  /** `rained_out`: the visit waits for a new time, so nothing is charged. */
  state: z.enum(['due', 'processing', 'paid', 'cancelled', 'rained_out']),
  first_name: text,
  service_name: text,
  booking_date: text,
  booking_time: text,
  total_cents: whole,
  /** What of the total was refunded and is not charged, with its tax. Older servers don't tell. */
  reduced_cents: z.optional(whole),
  reduced_tax_cents: z.optional(whole),
  /** A part of the total. Older servers don't tell. */
  tip_cents: z.optional(whole),
  tax_cents: whole,
  tax_label: text,
  tax_lines: taxLines,
  /** Paid and not refunded. */
  paid_cents: whole,
  /** The amount that can be paid online now, without a tip. */
  due_cents: whole,
  /** The last payment of the balance that arrived. */
  latest: z.nullable(
    z.object({ amount_cents: whole, tip_cents: whole, settled_at: text, is_refunded: flag }),
  ),
});

export type Balance = z.infer<typeof balance>;

/** Null for a link that is unknown, replaced or expired. */
export const balanceOfLink = sqlContract(
  'balance_of_link',
  z.nullable(z.extend(balance, { booking_id: text })),
);

export type LinkedBalance = NonNullable<AnswerOf<typeof balanceOfLink>>;

export const shownBalance = functionContract('show-balance', balance);

/** The address that a payment link was emailed to, and the amount due. */
export const sentPaymentLink = sqlContract(
  'send_payment_link',
  z.object({ to_email: text, due_cents: whole }),
);
