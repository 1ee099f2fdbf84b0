import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './backend/database/database.ts';
import { paidBooking, type Held } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';
import { signInOwner } from './testing/owner-caller.ts';

describeEachDatabase('change-visit', (open) => {
  let database: Database;
  let host: FunctionHost;
  let ask: Awaited<ReturnType<typeof signInOwner>>;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    ask = await signInOwner(host, database);
  });
  afterAll(() => database.close());

  const call = (body: object) => ask('change-visit', body);
  const rowOf = async ({ bookingId }: Held) => {
    const { rows } = await database.pool.query<Record<string, never>>(
      'select * from public.bookings where id = $1',
      [bookingId],
    );
    return rows[0] ?? {};
  };
  /** The booking as the owner sees it, and the same work as a request. */
  const requestFor = async (booking: Held) => {
    const row = await rowOf(booking);
    const work = {
      serviceId: row['service_id'],
      vehicleType: row['vehicle_type'],
      addOns: [] as string[],
    };
    const seen = { ...work, priceCents: row['price_cents'], totalCents: row['total_cents'] };
    return { bookingId: booking.bookingId, ...work, seen };
  };

  test('previews the price of the catalogue, its time and what is left to pay, and changes nothing', async () => {
    const booking = await paidBooking(host);
    const request = await requestFor(booking);
    const before = await rowOf(booking);
    const smaller = { ...request, vehicleType: 'sedan', serviceId: 'basic-wash' };
    const { body } = await call({ ...smaller, preview: true });
    expect(body).toMatchObject({
      listPriceCents: 6500,
      priceCents: 6500,
      totalCents: 6500,
      durationMinutes: 120,
      dueCents: 4500,
      overpaidCents: 0,
      problem: null,
      bookingStatus: 'deposit_paid',
    });
    expect(await rowOf(booking)).toEqual(before);
  });

  test('sells other work at the agreed price, with the words of the catalogue', async () => {
    const booking = await paidBooking(host);
    const request = { ...(await requestFor(booking)), vehicleType: 'sedan' };
    const wanted = { ...request, serviceId: 'basic-wash', agreedPriceCents: 6000 };
    expect(await call({ ...wanted, totalCents: 6500 })).toMatchObject({
      status: 409,
      body: { error: { code: 'business_changed' } },
    });
    expect(await call({ ...wanted, totalCents: 6000 })).toMatchObject({
      status: 200,
      body: { listPriceCents: 6500, priceCents: 6000, dueCents: 4000 },
    });
    expect(await rowOf(booking)).toMatchObject({
      service_name: 'Basic Wash',
      vehicle_type: 'sedan',
      vehicle_name: 'Sedan',
      duration_minutes: 120,
      sold_features: expect.arrayContaining(['Tire cleaning']) as unknown,
      price_cents: 6000,
      deposit_cents: 2000,
    });
    expect(await call({ ...wanted, agreedPriceCents: 9000, totalCents: 9000 })).toMatchObject({
      status: 409,
      body: { error: { code: 'booking_changed' } },
    });
  });

  test('the same work keeps its price and minutes when the catalogue has it no more', async () => {
    const booking = await paidBooking(host);
    await database.pool.query(
      `update public.bookings set service_id = 'gone', service_name = 'Gone',
         add_ons = '[{"id": "old", "name": "Old", "priceCents": 100, "minutes": 10}]' where id = $1`,
      [booking.bookingId],
    );
    const before = await rowOf(booking);
    const request = await requestFor(booking);
    const same = { ...request, addOns: ['old'], seen: { ...request.seen, addOns: ['old'] } };
    const { body } = await call({ ...same, agreedPriceCents: 3000, preview: true });
    expect(body).toMatchObject({
      listPriceCents: before['price_cents'],
      durationMinutes: before['duration_minutes'],
      priceCents: 3000,
    });
    expect((await call({ ...same, vehicleType: 'sedan', preview: true })).status).toBe(400);
  });

  test('closes an open payment of the former balance', async () => {
    const booking = await paidBooking(host);
    const intent = await host.deps.payments.createIntent({
      amountCents: 1000,
      description: 'Balance',
      metadata: { booking_id: booking.bookingId },
    });
    await database.pool.query(
      `insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, purpose)
       values ($1, $2, 1000, 'balance')`,
      [booking.bookingId, intent.id],
    );
    const request = { ...(await requestFor(booking)), agreedPriceCents: 9000, totalCents: 9000 };
    expect((await call(request)).status).toBe(200);
    expect((await host.deps.payments.retrieveIntent(intent.id)).status).toBe('canceled');
  });

  test.each([
    ['a fraction of a cent', { agreedPriceCents: 0.5 }],
    ['nothing', { agreedPriceCents: 0 }],
    ['more than the most', { agreedPriceCents: 1_000_001 }],
    ['an unknown service', { serviceId: 'nope' }],
    ['an unknown class', { vehicleType: 'nope' }],
  ])('refuses %s', async (_what, change) => {
    const request = await requestFor(await paidBooking(host));
    expect((await call({ ...request, preview: true, ...change })).status).toBe(400);
  });
});
