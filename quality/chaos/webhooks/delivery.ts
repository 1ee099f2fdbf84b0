import { readBooking } from '../../../e2e/fixtures/booking-api.ts';
import type { Storm } from '../fixtures/storm.ts';
import { deliverEvent } from '../fixtures/webhook-events.ts';
import type { History } from './histories.ts';

const copies = 3;
const dropped = 0.2;

type Delivered = { deliveries: number; dropped: number };

/** Every order of four things. */
export function ordersOfFour(): number[][] {
  const all: number[][] = [];
  for (let number = 0; number < 4 ** 4; number += 1) {
    const order = [0, 1, 2, 3].map((place) => Math.floor(number / 4 ** place) % 4);
    if (new Set(order).size === 4) all.push(order);
  }
  return all;
}

/**
 * Tells the server a history in this order, each event three times and a fifth of the events not at all. What was
 * paid or cancelled is so after each of them.
 */
export async function tell(storm: Storm, { bookingId, events }: History, order: readonly number[]) {
  const told: Delivered = { deliveries: 0, dropped: 0 };
  let before = '';
  for (const index of order) {
    const event = events[index];
    if (!event || storm.chance.next() < dropped) {
      told.dropped += 1;
      continue;
    }
    const once = () => deliverEvent(storm.origin(), storm.provider.webhookSecret, event);
    const first = await once();
    const others = await Promise.all(Array.from({ length: copies - 1 }, once));
    told.deliveries += copies;
    const isTaken = [first, ...others].every((status) => status === 200);
    storm.promises.expect(isTaken, 'An event is taken, however often', { first, others });
    const [booking] = await readBooking(storm.origin(), bookingId);
    const status = booking?.status ?? '';
    const isForward = before === '' || before === 'pending_payment' || status === before;
    storm.promises.expect(isForward, 'Paid never goes back', { before, status, after: event.type });
    before = status;
  }
  return told;
}
