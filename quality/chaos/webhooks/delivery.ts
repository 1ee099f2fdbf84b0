import { readBooking } from '../../../e2e/fixtures/booking-api.ts';
import type { System } from '../fixtures/system.ts';
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
 * Delivers a history in this order, each event three times and a fifth of the events never. A paid or cancelled
 * state is checked after each delivery.
 */
export async function deliver(
  system: System,
  { bookingId, events }: History,
  order: readonly number[],
) {
  const sum: Delivered = { deliveries: 0, dropped: 0 };
  let before = '';
  for (const index of order) {
    const event = events[index];
    if (!event || system.chance.next() < dropped) {
      sum.dropped += 1;
      continue;
    }
    const once = () => deliverEvent(system.origin(), system.provider.webhookSecret, event);
    const first = await once();
    const others = await Promise.all(Array.from({ length: copies - 1 }, once));
    sum.deliveries += copies;
    const isTaken = [first, ...others].every((status) => status === 200);
    system.aims.expect(isTaken, 'An event is accepted each time', { first, others });
    const [booking] = await readBooking(system.origin(), bookingId);
    const status = booking?.status ?? '';
    const isForward = before === '' || before === 'pending_payment' || status === before;
    system.aims.expect(isForward, 'A paid state is never reversed', {
      before,
      status,
      after: event.type,
    });
    before = status;
  }
  return sum;
}
