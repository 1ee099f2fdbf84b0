import type Stripe from 'stripe';
import { z } from 'zod';
import { fixedTerms } from '../../../domain/business/fixed-terms.ts';
import type { FunctionDeps } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';

const id = z.string().min(1).max(255);
const cents = z.int32().nonnegative();
const seconds = z.int().nonnegative();
const object = { id, currency: z.string(), created: seconds.optional() };

const objects = z.discriminatedUnion('object', [
  z.object({
    ...object,
    object: z.literal('payment_intent'),
    amount: cents,
    amount_received: cents,
  }),
  z.object({ ...object, object: z.literal('charge'), amount: cents, amount_refunded: cents }),
  z.object({ ...object, object: z.literal('refund'), amount: cents }),
  z.object({ ...object, object: z.literal('dispute'), amount: cents }),
]);

const envelope = z.object({
  id,
  created: seconds,
  livemode: z.boolean(),
  account: z.string().nullish(),
  data: z.object({ object: objects }),
});

/** A clock may be wrong, but no more than this. A report from the future would make later ones old. */
const mostSecondsAhead = 3600;

/**
 * Whether a signed event is about money of ours: false for another currency, which no booking has. Throws
 * event_malformed, event_of_another_account and event_from_the_future, so that Stripe shows the failure.
 */
export function isOurMoney(
  event: Stripe.Event,
  { paysLive, now, log }: Pick<FunctionDeps, 'paysLive' | 'now' | 'log'>,
): boolean {
  const read = envelope.safeParse(event);
  if (!read.success) throw new CodedError('event_malformed', { cause: read.error });
  const { livemode, account, created, data } = read.data;
  if (livemode !== paysLive || account) throw new CodedError('event_of_another_account');
  const latest = now().getTime() / 1000 + mostSecondsAhead;
  if (created > latest || (data.object.created ?? 0) > latest) {
    throw new CodedError('event_from_the_future');
  }
  if (data.object.currency === fixedTerms.currency) return true;
  log.warn({ event: event.id }, 'A payment event in another currency was ignored');
  return false;
}
