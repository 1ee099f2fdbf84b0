import { ask, beginPaying, requestTime, verify } from '../fixtures/clients.ts';
import type { Slots } from '../fixtures/slots.ts';
import type { Storm } from '../fixtures/storm.ts';
import type { WebhookCourier } from '../fixtures/webhook-courier.ts';
import { webhookEvent } from '../fixtures/webhook-events.ts';

/** What a customer was told before the server was gone: each of these must be so for ever. */
export type Acknowledged = {
  bookingId: string;
  email: string;
  /** The provider has the money. */
  isPaid: boolean;
  /** The confirmation page said so. */
  isConfirmed: boolean;
  isCancelled: boolean;
  /** A cancellation was asked for, and the answer never came. */
  mayBeCancelled: boolean;
};

const customersAtOnce = 6;
const mostBookings = 18;
const oneInFourCancels = 0.25;

/** Customers who book, pay and sometimes cancel as fast as they are answered, until the server is gone. */
export async function traffic(
  storm: Storm,
  slots: Slots,
  { round, courier, seen }: { round: number; courier: WebhookCourier; seen: Acknowledged[] },
): Promise<void> {
  let begun = 0;
  const customer = async () => {
    while (begun < mostBookings) {
      begun += 1;
      const email = `storm-${round}-${begun}@customer.example`;
      await bookAndPay(storm, slots, email, { courier, seen });
    }
  };
  await Promise.all(
    // What ends a customer is the server's end.
    Array.from({ length: customersAtOnce }, () => customer().catch(() => undefined)),
  );
}

async function bookAndPay(
  storm: Storm,
  slots: Slots,
  email: string,
  { courier, seen }: { courier: WebhookCourier; seen: Acknowledged[] },
) {
  const origin = storm.origin();
  const held = await requestTime(origin, { ...slots.take(), email });
  storm.promises.expect(held.status === 201, 'A free time is given', held);
  const told: Acknowledged = {
    bookingId: held.body.bookingId,
    email,
    isPaid: false,
    isConfirmed: false,
    isCancelled: false,
    mayBeCancelled: false,
  };
  seen.push(told);
  const { body } = await beginPaying(origin, held.body);
  told.isPaid = storm.provider.charge(body.paymentIntentId);
  courier.send(
    webhookEvent('payment_intent.succeeded', storm.provider.intent(body.paymentIntentId)),
  );
  const answer = await verify(origin, told.bookingId);
  told.isConfirmed = answer.body.payment === 'succeeded';
  if (!told.isConfirmed || storm.chance.next() > oneInFourCancels) return;
  told.mayBeCancelled = true;
  const { bookingId } = told;
  const cancelled = await ask(origin, '/functions/v1/cancel-booking', { bookingId });
  told.isCancelled = cancelled.status === 200;
}
