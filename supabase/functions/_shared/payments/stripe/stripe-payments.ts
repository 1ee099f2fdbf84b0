import Stripe from 'stripe';
import { fixedTerms } from '../../../../../domain/business/fixed-terms.ts';
import { PaymentProviderError, type PaymentProvider, type Period } from '../provider.ts';
import { intentFrom, refundFrom } from './from-stripe.ts';
import { readStripeEvent } from './read-event.ts';

type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  /** Another service with the same API, for tests. */
  apiUrl?: string | undefined;
  /** For runtimes without Node's HTTP client. */
  fetch?: typeof fetch;
  /** How often a call without an answer is repeated. */
  retries?: number;
};

/** Whether a secret key is for real money. A restricted key, rk_, is one too. */
const isLiveKey = (key: string): boolean => /^[sr]k_live_/.test(key);

/** Stripe by its official SDK. */
export function stripePayments(settings: StripeSettings): PaymentProvider {
  const { secretKey, webhookSecret } = settings;
  const stripe = new Stripe(secretKey, configOf(settings));
  const { paymentIntents, refunds } = stripe;
  return {
    name: 'Stripe',
    createIntent: ({ amountCents, description, metadata }, idempotencyKey) =>
      ask(async () => {
        const intent = {
          amount: amountCents,
          currency: fixedTerms.currency,
          automatic_payment_methods: { enabled: true },
          description,
          metadata,
        };
        return intentFrom(await paymentIntents.create(intent, keyed(idempotencyKey)));
      }),
    retrieveIntent: (id) =>
      ask(async () => intentFrom(await paymentIntents.retrieve(id, { expand: ['latest_charge'] }))),
    cancelIntent: (id) =>
      ask(async () => {
        try {
          return intentFrom(await paymentIntents.cancel(id));
        } catch (error) {
          if (codeOf(error) !== 'payment_intent_unexpected_state') throw error;
          return intentFrom(await paymentIntents.retrieve(id));
        }
      }),
    listIntents: (created, most) =>
      ask(async () => {
        const pages = paymentIntents.list({ created: rangeOf(created), limit: 100 });
        return (await pages.autoPagingToArray({ limit: most })).map(intentFrom);
      }),
    createRefund: ({ intentId, amountCents, metadata }, idempotencyKey) =>
      ask(async () => {
        const refund = {
          payment_intent: intentId,
          ...(amountCents !== undefined && { amount: amountCents }),
          metadata,
        };
        return refundFrom(await refunds.create(refund, keyed(idempotencyKey)));
      }),
    listRefunds: (of, most) =>
      ask(async () => {
        const which = 'intentId' in of ? { payment_intent: of.intentId } : { created: rangeOf(of) };
        const pages = refunds.list({ ...which, limit: 100 });
        return (await pages.autoPagingToArray({ limit: most })).map(refundFrom);
      }),
    readEvent: (payload, headers) =>
      readStripeEvent(stripe, { webhookSecret, isLive: isLiveKey(secretKey), payload, headers }),
  };
}

function configOf({ apiUrl, fetch, retries }: StripeSettings): Stripe.StripeConfig {
  const { protocol, hostname, port } = new URL(apiUrl ?? 'https://api.stripe.com');
  return {
    ...(apiUrl && {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      ...(port && { port: Number(port) }),
    }),
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
    ...(retries !== undefined && { maxNetworkRetries: retries }),
  };
}

const keyed = (idempotencyKey: string | undefined) => (idempotencyKey ? { idempotencyKey } : {});

const rangeOf = ({ from, until }: Period): Stripe.RangeQueryParam => ({
  gte: seconds(from),
  ...(until && { lte: seconds(until) }),
});

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const codeOf = (error: unknown) =>
  error instanceof Stripe.errors.StripeError ? error.code : undefined;

async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new PaymentProviderError(reasonOf(error), error);
  }
}

function reasonOf(error: InstanceType<typeof Stripe.errors.StripeError>) {
  const { errors } = Stripe;
  const is = (...kinds: (new (...raw: never[]) => Error)[]) =>
    kinds.some((kind) => error instanceof kind);
  if (error.code === 'charge_already_refunded') return 'already_refunded';
  if (error.code === 'charge_disputed') return 'disputed';
  if (is(errors.StripeAuthenticationError, errors.StripePermissionError)) return 'keys_refused';
  return is(errors.StripeConnectionError, errors.StripeAPIError, errors.StripeRateLimitError)
    ? 'unavailable'
    : 'refused';
}
