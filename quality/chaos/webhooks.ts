// Events of a payment in every order, repeated and lost. --rounds (bookings of an order) --seed --database
import { setTimeout as pause } from 'node:timers/promises';
import type { Query } from '../fixtures/places.ts';
import { runOnEach } from './fixtures/run-on-each.ts';
import { openSlots } from './fixtures/slots.ts';
import type { System } from './fixtures/system.ts';
import { ordersOfFour, deliver } from './webhooks/delivery.ts';
import { historyKinds, newHistory, type History } from './webhooks/histories.ts';

const atOnce = 6;
const patienceMs = 120_000;

await runOnEach('webhooks', 6, async (system, { rounds: bookingsOfAnOrder }) => {
  const { histories, deliveries, dropped } = await deliverAll(system, bookingsOfAnOrder);
  const apart = await system.whileDown(async (query) => {
    const before = await unlike(query, histories);
    await advanceClock(query);
    return before.length;
  });
  const left = await convergence(system, histories);
  system.aims.expect(left.length === 0, 'All end as the provider has them', left.slice(0, 5));
  return [
    {
      database: system.place.label,
      bookings: histories.length,
      deliveries,
      'events never delivered': dropped,
      'different from the provider before the reconciler': apart,
      'and after it': left.length,
    },
  ];
});

async function deliverAll(system: System, bookingsOfAnOrder: number) {
  const slots = openSlots();
  const orders = system.chance.shuffled(
    ordersOfFour().flatMap((order) =>
      Array.from({ length: bookingsOfAnOrder }, (_, number) => ({ order, number })),
    ),
  );
  const histories: History[] = [];
  const sum = { deliveries: 0, dropped: 0 };
  const sender = async () => {
    for (let next = orders.pop(); next; next = orders.pop()) {
      const kind = historyKinds[next.number % historyKinds.length];
      if (!kind) return;
      const email = `payer-${orders.length}@customer.example`;
      const history = await newHistory(system, kind, { ...slots.take(), email });
      histories.push(history);
      const result = await deliver(system, history, next.order);
      sum.deliveries += result.deliveries;
      sum.dropped += result.dropped;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return { histories, ...sum };
}

/** The reconciler skips recent payments; here that time has passed. */
async function advanceClock(query: Query) {
  await query(`update public.payments
    set created_at = created_at - interval '10 minutes', reconciled_at = reconciled_at - interval '10 minutes'`);
  await query(`update public.payment_scans set swept_at = '-infinity'`);
}

/** Waits until our books equal the provider's; returns the differences left after the time limit. */
async function convergence(system: System, histories: readonly History[]) {
  const until = Date.now() + patienceMs;
  for (;;) {
    await pause(15_000);
    const left = await system.whileDown((query) => unlike(query, histories));
    if (left.length === 0 || Date.now() > until) return left;
  }
}

async function unlike(query: Query, histories: readonly History[]) {
  const rows = await query(`
    select booking.id, booking.status as booking, payment.status as payment, payment.refunded_cents as refunded
    from public.bookings booking join public.payments payment on payment.booking_id = booking.id`);
  const ours = new Map(rows.map((row) => [row['id'], row]));
  return histories
    .map(({ bookingId, ends }) => ({ ends, is: ours.get(bookingId) }))
    .filter(
      ({ ends, is }) =>
        is?.['booking'] !== ends.booking ||
        is['payment'] !== ends.payment ||
        is['refunded'] !== ends.refundedCents,
    );
}
