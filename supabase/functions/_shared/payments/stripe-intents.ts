import type { LinkedBalance } from '../../../contracts/balance.ts';
import type { StoredBooking } from '../../../contracts/booking.ts';
import Stripe from 'stripe';
import { fixedTerms } from '../../../../domain/business/fixed-terms.ts';
import { CodedError } from '../http/errors.ts';

/** Calls the payment service; its failures become `payment_unavailable`. */
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

/** Whether a secret key is for real money. A restricted key, rk_, is one too. */
export const isLiveKey = (key: string): boolean => /^[sr]k_live_/.test(key);

/** Payments in our currency, newest first, by their start (seconds since 1970); at most this many. */
export const listIntents = (stripe: Stripe, created: Stripe.RangeQueryParam, most: number) =>
  askStripe(async () => {
    const listed = stripe.paymentIntents.list({ created, limit: 100 });
    const intents = await listed.autoPagingToArray({ limit: most });
    return intents.filter(({ currency }) => currency === fixedTerms.currency);
  });

/** Refunds, likewise. */
export const listRefunds = (stripe: Stripe, created: Stripe.RangeQueryParam, most: number) =>
  askStripe(() => stripe.refunds.list({ created, limit: 100 }).autoPagingToArray({ limit: most }));

/**
 * A new intent for the amount due. `attempt` counts the booking's earlier intents: two simultaneous calls share a
 * key and get the same intent, while a cancelled one is never returned again.
 */
export const createIntent = (stripe: Stripe, booking: StoredBooking, attempt: number) =>
  askStripe(() =>
    stripe.paymentIntents.create(
      {
        amount: booking.due_now_cents,
        currency: fixedTerms.currency,
        automatic_payment_methods: { enabled: true },
        description: `${booking.service_name} on ${booking.booking_date}`,
        metadata: { booking_id: booking.id },
      },
      { idempotencyKey: `booking:${booking.id}:pay:v${booking.due_now_cents}:${attempt}` },
    ),
  );

/** A new intent for the balance of a booking and a tip. Each call makes one: the database lets one of them begin. */
export const createBalanceIntent = (stripe: Stripe, balance: LinkedBalance, tipCents: number) =>
  askStripe(() =>
    stripe.paymentIntents.create({
      amount: balance.due_cents + tipCents,
      currency: fixedTerms.currency,
      automatic_payment_methods: { enabled: true },
      description: `Balance of ${balance.service_name} on ${balance.booking_date}`,
      metadata: {
        booking_id: balance.booking_id,
        purpose: 'balance',
        tip_cents: String(tipCents),
      },
    }),
  );

/**
 * Cancels an intent and returns its final state. Stripe refuses while money is moving or has arrived; then the
 * current intent is returned.
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

/** What keeps Stripe from answering: an outage, or keys that it refuses. Null for an answer about the payment itself. */
export function stripeTrouble(error: unknown): 'payments' | 'payment_keys' | null {
  const cause = error instanceof CodedError ? error.cause : error;
  const { errors } = Stripe;
  if (
    cause instanceof errors.StripeAuthenticationError ||
    cause instanceof errors.StripePermissionError
  ) {
    return 'payment_keys';
  }
  const isAway =
    cause instanceof errors.StripeConnectionError ||
    cause instanceof errors.StripeAPIError ||
    cause instanceof errors.StripeRateLimitError;
  return isAway ? 'payments' : null;
}

/** For a line of the log: an outage is logged once. */
export const stripeOutage = (error: unknown) =>
  stripeTrouble(error) === null ? {} : { outage: 'payments' };

export const isRefusal = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === code;
