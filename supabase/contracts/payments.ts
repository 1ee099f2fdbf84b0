import * as z from 'zod/mini';
import { functionContract, sqlContract, type AnswerOf } from './contract.ts';
import { bookingStatus, text, whole } from './values.ts';

const settled = z.object({
  outcome: text,
  booking_id: z.nullish(text),
  status: z.nullish(bookingStatus),
  refund_id: z.nullish(text),
});

/**
 * `refund_due`: the time or the booking is no longer available, and `refund_id` is the pending refund.
 */
export type Settlement = z.infer<typeof settled>;

export const settledPayment = sqlContract('settle_payment', settled);
export const appliedEvent = sqlContract('apply_payment_event', settled);
export const appliedDispute = sqlContract('apply_dispute', settled);
export const attachedPayment = sqlContract('attach_payment', settled);

const refund = z.object({
  id: text,
  payment_intent_id: text,
  amount_cents: whole.check(z.positive()),
});

/** A pending refund to the card. */
export type RefundToSend = z.infer<typeof refund>;

export const retriedRefund = sqlContract('retry_refund', refund);
export const excessRefunds = sqlContract(
  'refund_excess',
  z.array(z.extend(refund, { payment_intent_id: z.nullable(text) })),
);

const startedPayment = z.object({
  clientSecret: text,
  paymentIntentId: text,
  /** The accepted payment methods, by the provider's names: "card", "klarna" … */
  methods: z.optional(z.array(text)),
});

export const paymentIntent = functionContract('create-payment-intent', startedPayment);
export const balanceIntent = functionContract('pay-balance', startedPayment);

export type PaymentIntent = AnswerOf<typeof paymentIntent>;

export const verifiedPayment = functionContract(
  'verify-payment',
  z.object({
    payment: z.enum(['succeeded', 'processing', 'unpaid', 'refunded']),
    bookingStatus,
    /** The last declined payment method, by the provider's name, if nothing is paid. */
    declinedBy: z.nullish(text),
  }),
);

/** The answer to the payment provider once its event is committed. */
export const receivedEvent = functionContract(
  'stripe-webhook',
  z.object({ received: z.literal(true) }),
);

/** The payments sandbox's answer: the status of an intent and where the customer goes on, or a refusal. */
export const sandboxAnswer = z.object({
  status: z.optional(text),
  redirectTo: z.optional(text),
  error: z.optional(z.object({ type: text, message: text })),
});
