import * as z from 'zod/mini';
import { paymentMethods } from '../../domain/money/payment-methods.ts';
import { functionContract, sqlContract, type AnswerOf } from './contract.ts';
import { bookingStatus, maybeText, text, whole } from './values.ts';

const kind = z.enum([
  'paid_without_booking',
  'booking_without_payment',
  'refund_stuck',
  'amount_unlike',
]);

const bookingFound = z.object({
  id: text,
  customer_name: text,
  service_name: text,
  booking_date: text,
  booking_time: text,
  status: bookingStatus,
});

/** A mismatch between payments and bookings. Amounts in cents; times are instants. */
const finding = z.object({
  id: text,
  kind,
  reason: text,
  found_at: text,
  closed_at: maybeText,
  outcome: z.nullable(z.enum(['mended', 'cleared', 'accepted'])),
  facts: z.object({
    amount_cents: z.optional(whole),
    expected_cents: z.optional(whole),
    total_cents: z.optional(whole),
    received_cents: z.optional(whole),
    kept_cents: z.optional(whole),
    outside_cents: z.optional(whole),
    method: z.optional(text),
    tip_cents: z.optional(whole),
    paid_at: z.optional(text),
    email: z.nullish(text),
    description: z.nullish(text),
  }),
  payment_intent_id: maybeText,
  booking: z.nullable(bookingFound),
  refund: z.nullable(
    z.object({
      id: text,
      amount_cents: whole,
      status: text,
      last_error: maybeText,
      attempts: whole,
      created_at: text,
      method: z.optional(z.enum(paymentMethods)),
    }),
  ),
  steps: z.array(z.object({ at: text, by: text, step: text, note: maybeText })),
});

export type Finding = z.infer<typeof finding>;
export type FindingKind = Finding['kind'];

/** All open findings come with the first page; closed ones page by page. */
export const paymentFindings = sqlContract(
  'payments_to_look_at',
  z.object({
    open: z.array(finding),
    closed: z.array(finding),
    /** The last 50 payments taken outside the website. */
    outside: z._default(z.array(finding), []),
    /** The last row of the page. */
    next: z.nullable(z.object({ closed_at: text, id: text })),
  }),
);

export type FindingsPage = AnswerOf<typeof paymentFindings>;

/** Bookings to which a payment can be applied. */
export const attachableBookings = sqlContract(
  'bookings_to_attach',
  z.array(
    z.extend(bookingFound, {
      total_cents: whole,
      collected_cents: whole,
      due_now_cents: whole,
    }),
  ),
);

export type AttachableBooking = AnswerOf<typeof attachableBookings>[number];

/** The data for resolving a finding; null when the id is unknown. */
export const findingToMend = sqlContract(
  'finding_to_mend',
  z.nullable(
    z.object({
      id: text,
      kind,
      reason: text,
      closed_at: maybeText,
      payment_intent_id: maybeText,
      booking: z.nullable(z.object({ id: text, status: text, created_at: text })),
      refund: z.nullable(z.object({ id: text })),
      payments: z.array(z.object({ payment_intent_id: text, status: text })),
      steps: z.array(z.object({ step: text })),
    }),
  ),
);

export type FindingToMend = NonNullable<AnswerOf<typeof findingToMend>>;

/** `refund_due`: the payment could not be applied after all and is being refunded. */
export const mendedPayment = functionContract(
  'mend-payment',
  z.object({ outcome: z.enum(['mended', 'accepted', 'open', 'refund_due', 'already_closed']) }),
);

export type MendOutcome = AnswerOf<typeof mendedPayment>['outcome'];
