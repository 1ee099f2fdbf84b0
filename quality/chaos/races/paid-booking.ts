import { beginPaying, requestTime, verify, type Held, type Slot } from '../fixtures/clients.ts';
import type { System } from '../fixtures/system.ts';
import { deliverEvent, webhookEvent } from '../fixtures/webhook-events.ts';
import { newEmail } from './race.ts';

type Wish = { email?: string; couponCode?: string; headers?: Record<string, string> };

/** Makes a hold before a race. */
export async function hold(system: System, slot: Slot, wish: Wish = {}): Promise<Held> {
  const { email = newEmail(), headers = {}, ...rest } = wish;
  const answer = await requestTime(system.origin(), { ...slot, email, ...rest }, headers);
  if (answer.status !== 201) throw new Error(`No hold: ${answer.status} ${answer.code}`);
  return answer.body;
}

/** A hold with its payment intent. */
export async function holdToPay(system: System, slot: Slot, wish: Wish = {}) {
  const held = await hold(system, slot, wish);
  const { status, code, body } = await beginPaying(system.origin(), held);
  if (status !== 200) throw new Error(`No intent: ${status} ${code}`);
  return { ...held, slot, intentId: body.paymentIntentId };
}

/** A paid booking. */
export async function paidBooking(system: System, slot: Slot, wish: Wish = {}): Promise<string> {
  const { bookingId, intentId } = await holdToPay(system, slot, wish);
  system.provider.charge(intentId);
  const { body } = await verify(system.origin(), bookingId);
  if (body.payment !== 'succeeded') throw new Error(`Not paid: ${body.payment}`);
  return bookingId;
}

/** The provider's notice of a payment; each call delivers the same event again. */
export function successOf(
  system: System,
  intentId: string,
): () => Promise<{ status: number; code: string }> {
  const event = webhookEvent('payment_intent.succeeded', system.provider.intent(intentId));
  return async () => ({
    status: await deliverEvent(system.origin(), system.provider.webhookSecret, event),
    code: 'webhook',
  });
}
