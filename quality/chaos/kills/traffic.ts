import { beginPaying, cancel, requestTime, verify } from '../fixtures/clients.ts';
import type { Slots } from '../fixtures/slots.ts';
import type { System } from '../fixtures/system.ts';
import { webhookEvent, type WebhookSender } from '../fixtures/webhook-events.ts';

/** What a customer was told before the server was killed: all of it must stay true. */
export type Acknowledged = {
  bookingId: string;
  email: string;
  /** The provider has the money. */
  isPaid: boolean;
  isCancelled: boolean;
  /** A cancellation was requested, but its answer never came. */
  mayBeCancelled: boolean;
};

const customersAtOnce = 6;
const mostBookings = 18;
const oneInFourCancels = 0.25;

/** Customers who book, pay and sometimes cancel without a pause, until the server is gone. */
export async function traffic(
  system: System,
  slots: Slots,
  { round, sender, seen }: { round: number; sender: WebhookSender; seen: Acknowledged[] },
): Promise<void> {
  let begun = 0;
  const customer = async () => {
    while (begun < mostBookings) {
      begun += 1;
      const email = `visitor-${round}-${begun}@customer.example`;
      await bookAndPay(system, slots, email, { sender, seen });
    }
  };
  await Promise.all(
    // A customer ends when the server does.
    Array.from({ length: customersAtOnce }, () => customer().catch(() => undefined)),
  );
}

async function bookAndPay(
  system: System,
  slots: Slots,
  email: string,
  { sender, seen }: { sender: WebhookSender; seen: Acknowledged[] },
) {
  const origin = system.origin();
  const held = await requestTime(origin, { ...slots.take(), email });
  system.aims.expect(held.status === 201, 'An available time is held', held);
  const told: Acknowledged = {
    bookingId: held.body.bookingId,
    email,
    isPaid: false,
    isCancelled: false,
    mayBeCancelled: false,
  };
  seen.push(told);
  const { body } = await beginPaying(origin, held.body);
  told.isPaid = system.provider.charge(body.paymentIntentId);
  sender.send(
    webhookEvent('payment_intent.succeeded', system.provider.intent(body.paymentIntentId)),
  );
  const answer = await verify(origin, told.bookingId);
  const isConfirmed = answer.body.payment === 'succeeded';
  if (!isConfirmed || system.chance.next() > oneInFourCancels) return;
  told.mayBeCancelled = true;
  told.isCancelled = (await cancel(origin, told.bookingId)).status === 200;
}
