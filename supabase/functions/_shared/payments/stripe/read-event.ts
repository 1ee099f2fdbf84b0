import Stripe from 'stripe';
import { z } from 'zod';
import { CodedError } from '../../http/errors.ts';
import type { ProviderEvent } from '../provider.ts';
import { disputeFrom, instant, intentFrom, intentIdOf, refundFrom } from './from-stripe.ts';

const heard =
  /^(payment_intent\.(succeeded|processing|payment_failed|canceled)|charge\.(refunded|refund\.updated|dispute\..+)|refund\.(created|updated|failed))$/;

const id = z.string().min(1).max(255);
const cents = z.int32().nonnegative();
const seconds = z.int().nonnegative();
const object = { id, currency: z.string() };

const envelope = z.object({
  id,
  created: seconds,
  livemode: z.boolean(),
  account: z.string().nullish(),
  data: z.object({
    object: z.discriminatedUnion('object', [
      z.object({
        ...object,
        object: z.literal('payment_intent'),
        created: seconds,
        amount: cents,
        amount_received: cents,
      }),
      z.object({ ...object, object: z.literal('charge'), amount: cents, amount_refunded: cents }),
      z.object({ ...object, object: z.literal('refund'), amount: cents }),
      z.object({ ...object, object: z.literal('dispute'), created: seconds, amount: cents }),
    ]),
  }),
});

type Message = { webhookSecret: string; isLive: boolean; payload: string; headers: Headers };

const crypto = Stripe.createSubtleCryptoProvider();

export async function readStripeEvent(
  stripe: Stripe,
  message: Message,
): Promise<ProviderEvent | null> {
  const event = await verified(stripe, message);
  if (!heard.test(event.type)) return null;
  const read = envelope.safeParse(event);
  if (!read.success) throw new CodedError('event_malformed', { cause: read.error });
  const { livemode, account, data } = read.data;
  // So that Stripe shows the failure.
  if (livemode !== message.isLive || account) throw new CodedError('event_of_another_account');
  return contentOf(event, data.object.currency);
}

async function verified(stripe: Stripe, { payload, headers, webhookSecret }: Message) {
  const signature = headers.get('stripe-signature') ?? '';
  try {
    return await stripe.webhooks.constructEventAsync(
      payload,
      signature,
      webhookSecret,
      undefined,
      crypto,
    );
  } catch (error) {
    throw new CodedError('invalid_signature', { cause: error });
  }
}

function contentOf(event: Stripe.Event, currency: string): ProviderEvent | null {
  const about = { id: event.id, createdAt: instant(event.created), currency };
  if (
    event.type === 'payment_intent.succeeded' ||
    event.type === 'payment_intent.processing' ||
    event.type === 'payment_intent.payment_failed' ||
    event.type === 'payment_intent.canceled'
  ) {
    return { ...about, type: event.type, intent: intentFrom(event.data.object) };
  }
  if (event.type === 'charge.refunded') {
    const charge = event.data.object;
    const { amount: amountCents, amount_refunded: refundedCents } = charge;
    const refunded = { intentId: intentIdOf(charge), amountCents, refundedCents };
    return { ...about, type: event.type, charge: refunded };
  }
  if (
    event.type === 'refund.created' ||
    event.type === 'refund.updated' ||
    event.type === 'refund.failed' ||
    event.type === 'charge.refund.updated'
  ) {
    // The former name of a refund's change, which older webhooks are subscribed to.
    const type = event.type === 'charge.refund.updated' ? 'refund.updated' : event.type;
    return { ...about, type, refund: refundFrom(event.data.object) };
  }
  if (
    event.type === 'charge.dispute.created' ||
    event.type === 'charge.dispute.updated' ||
    event.type === 'charge.dispute.closed' ||
    event.type === 'charge.dispute.funds_withdrawn' ||
    event.type === 'charge.dispute.funds_reinstated'
  ) {
    return { ...about, type: event.type, dispute: disputeFrom(event.data.object) };
  }
  return null;
}
