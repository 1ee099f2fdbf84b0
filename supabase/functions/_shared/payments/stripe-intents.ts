import type { StoredBooking } from '../../../contracts/booking.ts';
import Stripe from 'stripe';
import { business } from '../../../../domain/business.ts';
import { CodedError } from '../http/errors.ts';

/** Runs a call to the payment service; its own failures become `payment_unavailable`. */
export async function askStripe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      throw new CodedError('payment_unavailable', { cause: error });
    }
    throw error;
  }
}

export const retrieveIntent = (stripe: Stripe, intentId: string, expand?: string[]) =>
  askStripe(() => stripe.paymentIntents.retrieve(intentId, expand && { expand }));

/** What came in, the newest first, by when it was begun (seconds since 1970); at most so many. */
export const listIntents = (stripe: Stripe, created: Stripe.RangeQueryParam, most: number) =>
  askStripe(() =>
    stripe.paymentIntents.list({ created, limit: 100 }).autoPagingToArray({ limit: most }),
  );

/** What went back, likewise. */
export const listRefunds = (stripe: Stripe, created: Stripe.RangeQueryParam, most: number) =>
  askStripe(() => stripe.refunds.list({ created, limit: 100 }).autoPagingToArray({ limit: most }));

/**
 * A new intent for what is due now. `attempt` counts the intents this booking had before: two calls
 * at once share a key and get the same intent, while a cancelled one is never answered again.
 */
export const createIntent = (stripe: Stripe, booking: StoredBooking, attempt: number) =>
  askStripe(() =>
    stripe.paymentIntents.create(
      {
        amount: booking.due_now_cents,
        currency: business.currency,
        automatic_payment_methods: { enabled: true },
        description: `${booking.service_name} on ${booking.booking_date}`,
        metadata: { booking_id: booking.id },
      },
      { idempotencyKey: `booking:${booking.id}:pay:v${booking.due_now_cents}:${attempt}` },
    ),
  );

/**
 * Cancels an intent and answers what became of it. Stripe refuses when the money is already moving
 * or has arrived; then the intent as it stands is the answer.
 */
export const cancelIntent = (stripe: Stripe, intentId: string) =>
  askStripe(async () => {
    try {
      return await stripe.paymentIntents.cancel(intentId);
    } catch (error) {
      if (isRefusal(error, 'payment_intent_unexpected_state')) {
        return await stripe.paymentIntents.retrieve(intentId);
      }
      throw error;
    }
  });

export const isRefusal = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === code;
