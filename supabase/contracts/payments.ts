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
 * `refund_due` means the money came for a time or a booking that is no longer there:
 * `refund_id` names the refund, which waits to be sent.
 */
export type Settlement = z.infer<typeof settled>;

export const settledPayment = sqlContract('settle_payment', settled);
export const appliedEvent = sqlContract('apply_payment_event', settled);
export const attachedPayment = sqlContract('attach_payment', settled);

const refund = z.object({
  id: text,
  payment_intent_id: text,
  amount_cents: whole.check(z.positive()),
});

/** A refund that was decided and must reach the card. */
export type RefundToSend = z.infer<typeof refund>;

export const retriedRefund = sqlContract('retry_refund', refund);
export const excessRefunds = sqlContract(
  'refund_excess',
  z.array(z.extend(refund, { payment_intent_id: z.nullable(text) })),
);

export const paymentIntent = functionContract(
  'create-payment-intent',
  z.object({
    clientSecret: text,
    paymentIntentId: text,
    /** What it can be paid with, by Stripe's names: "card", "klarna" … */
    methods: z.optional(z.array(text)),
  }),
);

export type PaymentIntent = AnswerOf<typeof paymentIntent>;

export const verifiedPayment = functionContract(
  'verify-payment',
  z.object({
    payment: z.enum(['succeeded', 'processing', 'unpaid', 'refunded']),
    bookingStatus,
    /** The payment method that was declined last, by Stripe's name, where nothing is paid. */
    declinedBy: z.nullish(text),
  }),
);

/** To Stripe, once its event is committed. */
export const receivedEvent = functionContract(
  'stripe-webhook',
  z.object({ received: z.literal(true) }),
);

/** What the payments sandbox answers: as much of an intent as the checkout reads, or a refusal. */
export const sandboxAnswer = z.object({
  status: z.optional(text),
  next_action: z.nullish(z.object({ redirect_to_url: z.optional(z.object({ url: text })) })),
  error: z.optional(
    z.object({
      type: z.optional(text),
      code: z.optional(text),
      message: z.optional(text),
      /** The part of the card that is wrong. */
      param: z.optional(text),
      payment_intent: z.optional(z.object({ id: text, status: text })),
    }),
  ),
});
