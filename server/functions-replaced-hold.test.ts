import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { fixedTerms } from '../domain/business/fixed-terms.ts';
import { openTimes } from '../supabase/contracts/open-times.ts';
import { signUp } from '../supabase/tests/cast.ts';
import type { Database } from './backend/database/database.ts';
import { beginPayment, bookingRequest, customerInfo, hold, stateOf } from './testing/bookings.ts';
import type { Held } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

describeEachDatabase('Replacing a hold', (open) => {
  let database: Database;
  let host: FunctionHost;
  let count = 0;

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
  });
  afterEach(() => {
    host.deps.verifyUser = () => Promise.resolve(null);
    host.state.address = null;
    host.state.providerIsDown = false;
  });
  afterAll(() => database.close());

  const someone = () => ({ ...customerInfo, email: `owner-${(count += 1)}@example.com` });
  const book = (changes: Record<string, unknown>) =>
    host.call('create-booking', bookingRequest(host, changes));
  const at = ({ date, time }: Held) => ({ bookingDate: date, bookingTime: time });
  const intentOf = (id: string) => host.deps.payments.retrieveIntent(id);

  it('keeps a hold when a stranger books with its email address', async () => {
    const customer = someone();
    const held = await hold(host, { customerInfo: customer });
    await hold(host, { customerInfo: customer });
    expect(await stateOf(host, held)).toMatchObject({ claimed: true });
    expect((await book(at(held))).body).toMatchObject({ error: { code: 'slot_taken' } });
  });

  it('keeps a hold whose card is being charged when a stranger books with its email address', async () => {
    const customer = someone();
    const held = await hold(host, { customerInfo: customer });
    const intentId = await beginPayment(host, held);
    await hold(host, { customerInfo: customer });
    expect((await book(at(held))).status).toBe(409);
    await host.pay(intentId);
    const { body } = await host.call('verify-payment', { bookingId: held.bookingId });
    expect(body).toMatchObject({ payment: 'succeeded', bookingStatus: 'deposit_paid' });
  });

  it('limits the open holds of one email address in a network, in every spelling', async () => {
    host.state.address = '198.51.100.6';
    const customer = someone();
    const shouted = { ...customer, email: customer.email.toUpperCase() };
    for (let n = 0; n < fixedTerms.hold.maxOpenPerEmail; n += 1) {
      await hold(host, { customerInfo: n % 2 ? shouted : customer });
    }
    const { status, body } = await book({ customerInfo: customer });
    expect([status, body]).toMatchObject([429, { error: { code: 'too_many_holds' } }]);
    expect((await book({ customerInfo: someone() })).status).toBe(201);
  });

  it('holds times for an email address that a stranger elsewhere has used up', async () => {
    const customer = someone();
    host.state.address = '198.51.100.7';
    for (let n = 0; n < fixedTerms.hold.maxOpenPerEmail; n += 1) {
      await hold(host, { customerInfo: customer });
    }
    expect((await book({ customerInfo: customer })).status).toBe(429);
    host.state.address = '198.51.100.8';
    const own = await hold(host, { customerInfo: customer });
    expect(await stateOf(host, own)).toMatchObject({ claimed: true });
  });

  it('shows the time of a named hold as open only to those who may replace it', async () => {
    const holdToken = 'd'.repeat(32);
    const held = await hold(host, { holdToken });
    const isOpen = async (more: object) => {
      const { body } = await host.call('open-times', {
        kind: 'booking',
        serviceId: 'premium-detailing',
        from: held.date,
        until: held.date,
        ownBookingId: held.bookingId,
        ...more,
      });
      const [day] = openTimes.shape.parse(body).days;
      return day?.times.includes(held.time);
    };
    expect(await isOpen({ holdToken })).toBe(true);
    expect(await isOpen({ holdToken: 'e'.repeat(32) })).toBe(false);
    expect(await isOpen({})).toBe(false);
  });

  it('replaces the hold that a booking names, and cancels its payment first', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    const next = await hold(host, { ...at(held), replacesBookingId: held.bookingId });
    expect(await intentOf(intentId)).toMatchObject({ status: 'canceled' });
    expect(await stateOf(host, held)).toMatchObject({ claimed: false });
    expect(await stateOf(host, next)).toMatchObject({ claimed: true });
  });

  it('cancels a payment that waits for the bank before it replaces the hold', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    expect(await host.pay(intentId, '4000000000003220')).toMatchObject({
      status: 'requires_action',
    });
    await hold(host, { replacesBookingId: held.bookingId });
    expect(await intentOf(intentId)).toMatchObject({ status: 'canceled' });
    expect(await stateOf(host, held)).toMatchObject({ claimed: false });
  });

  it('keeps the named hold and makes no other when its payment had succeeded', async () => {
    const held = await hold(host);
    await host.pay(await beginPayment(host, held));
    const request = bookingRequest(host, { replacesBookingId: held.bookingId });
    const refused = await host.call('create-booking', request);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: { code: 'replaced_is_paid' } },
    ]);
    expect(await stateOf(host, held)).toMatchObject({
      status: 'deposit_paid',
      permanent: true,
      refunds: [],
    });
    // After the warning the customer may book another appointment as well.
    expect((await host.call('create-booking', request)).status).toBe(201);
  });

  it('keeps the named hold and makes no other while its payment is processing', async () => {
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await database.pool.query(
      `update payments_sandbox.intents set intent = jsonb_set(intent, '{status}', '"processing"') where id = $1`,
      [intentId],
    );
    const { status, body } = await book({ replacesBookingId: held.bookingId });
    expect([status, body]).toMatchObject([409, { error: { code: 'payment_processing' } }]);
    expect(await stateOf(host, held)).toMatchObject({ claimed: true });
  });

  it('keeps the named hold while its payment cannot be cancelled', async () => {
    const held = await hold(host);
    await beginPayment(host, held);
    host.state.providerIsDown = true;
    const { status, body } = await book({ replacesBookingId: held.bookingId });
    expect([status, body]).toMatchObject([502, { error: { code: 'payment_unavailable' } }]);
    expect(await stateOf(host, held)).toMatchObject({ claimed: true });
  });

  it('starts no payment for a hold that was replaced meanwhile', async () => {
    const held = await hold(host);
    host.state.afterBookingIsRead = () => hold(host, { replacesBookingId: held.bookingId });
    const { status, body } = await host.call('create-payment-intent', {
      bookingId: held.bookingId,
      amountToCharge: held.amount,
    });
    expect([status, body]).toMatchObject([410, { error: { code: 'hold_lapsed' } }]);
    const { rows } = await database.pool.query(
      'select from public.payments where booking_id = $1',
      [held.bookingId],
    );
    expect(rows).toEqual([]);
  });

  it('replaces the hold of the same browser, also when its answer was lost', async () => {
    const holdToken = '00112233445566778899aabbccddeeff';
    const held = await hold(host, { holdToken });
    const intentId = await beginPayment(host, held);
    await hold(host, { ...at(held), holdToken });
    expect(await intentOf(intentId)).toMatchObject({ status: 'canceled' });
    expect(await stateOf(host, held)).toMatchObject({ claimed: false });
    const short = await book({ holdToken: 'guessable' });
    expect(short.body).toMatchObject({ error: { code: 'invalid_input' } });
  });

  it('replaces the other hold of the same account, whatever its email address', async () => {
    const { id } = await signUp(database.pool, 'holder@example.com');
    host.deps.verifyUser = () => Promise.resolve({ id, email: 'holder@example.com' });
    const held = await hold(host);
    const intentId = await beginPayment(host, held);
    await hold(host, at(held));
    expect(await intentOf(intentId)).toMatchObject({ status: 'canceled' });
    expect(await stateOf(host, held)).toMatchObject({ claimed: false });
  });

  it('limits the open holds of a /64, a /56 and a /48', async () => {
    const { maxOpenPerAddress } = fixedTerms.hold;
    const startFrom = async (networks: string[]) => {
      let open = 0;
      for (const network of networks) {
        host.state.address = network;
        if ((await book({ customerInfo: someone() })).status === 201) open += 1;
      }
      return open;
    };
    const many = (length: number) =>
      Array.from({ length }, (_, n) => n.toString(16).padStart(2, '0'));
    expect(await startFrom(many(6).map(() => '2001:db8:1:0::/64'))).toBe(maxOpenPerAddress);
    expect(await startFrom(many(9).map((n) => `2001:db8:2:1${n}::/64`))).toBe(8);
    expect(await startFrom(many(11).map((n) => `2001:db8:3:${n}00::/64`))).toBe(10);
    expect(await startFrom(['2001:db8:4:0::/64', '203.0.113.90'])).toBe(2);
  });

  it("does not count strangers' holds with their email address against an account", async () => {
    const customer = someone();
    for (let n = 0; n < fixedTerms.hold.maxOpenPerEmail; n += 1) {
      await hold(host, { customerInfo: customer });
    }
    const { id } = await signUp(database.pool, customer.email);
    host.deps.verifyUser = () => Promise.resolve({ id, email: customer.email });
    expect((await book({ customerInfo: customer })).status).toBe(201);
  });
});
