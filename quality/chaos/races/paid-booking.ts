import { beginPaying, requestTime, verify, type Held, type Slot } from '../fixtures/clients.ts';
import type { Storm } from '../fixtures/storm.ts';
import { deliverEvent, webhookEvent } from '../fixtures/webhook-events.ts';
import { newEmail } from './race.ts';

type Wish = { email?: string; couponCode?: string; headers?: Record<string, string> };

/** A hold by itself, before a race. */
export async function hold(storm: Storm, slot: Slot, wish: Wish = {}): Promise<Held> {
  const { email = newEmail(), headers = {}, ...rest } = wish;
  const answer = await requestTime(storm.origin(), { ...slot, email, ...rest }, headers);
  if (answer.status !== 201) throw new Error(`No hold: ${answer.status} ${answer.code}`);
  return answer.body;
}

/** A hold with the intent it is to be paid with. */
export async function holdToPay(storm: Storm, slot: Slot, wish: Wish = {}) {
  const held = await hold(storm, slot, wish);
  const { status, code, body } = await beginPaying(storm.origin(), held);
  if (status !== 200) throw new Error(`No intent: ${status} ${code}`);
  return { ...held, slot, intentId: body.paymentIntentId };
}

/** A booking that stands. */
export async function paidBooking(storm: Storm, slot: Slot, wish: Wish = {}): Promise<string> {
  const { bookingId, intentId } = await holdToPay(storm, slot, wish);
  storm.provider.charge(intentId);
  const { body } = await verify(storm.origin(), bookingId);
  if (body.payment !== 'succeeded') throw new Error(`Not paid: ${body.payment}`);
  return bookingId;
}

/** The provider's word that an intent was paid; each call delivers the same event once more. */
export function successOf(
  storm: Storm,
  intentId: string,
): () => Promise<{ status: number; code: string }> {
  const event = webhookEvent('payment_intent.succeeded', storm.provider.intent(intentId));
  return async () => ({
    status: await deliverEvent(storm.origin(), storm.provider.webhookSecret, event),
    code: 'webhook',
  });
}
