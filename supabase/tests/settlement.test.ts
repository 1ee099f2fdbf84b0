import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import {
  call,
  coupon,
  hold,
  lapse,
  mailsOf,
  paidInFull,
  settle,
  stored,
  wanted,
  type Settled,
} from './bookings.ts';

describeEachDatabase('Settling a payment', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const start = async (changes = {}) => {
    const booking = wanted(changes);
    const { booking_id: id } = await hold(database.pool, booking);
    return { booking, id, intent: `pi_${id}` };
  };

  const refundsOf = async (bookingId: string) => {
    const { rows } = await database.pool.query<{
      amount_cents: number;
      reason: string;
      status: string;
    }>(
      `select r.amount_cents, r.reason, r.status from public.refunds r
       join public.payments p on p.id = r.payment_id where p.booking_id = $1`,
      [bookingId],
    );
    return rows;
  };

  const tell = (
    eventId: string,
    type: string,
    intent: string,
    bookingId: string | null,
    cents = 2000,
    detail = {},
  ) =>
    call<Settled>(
      database.pool,
      'apply_payment_event',
      eventId,
      type,
      intent,
      bookingId,
      cents,
      JSON.stringify(detail),
    );

  test("keeps the payment's id in the booking even if its customer never returns [S4.15]", async () => {
    const { booking_id: id } = await hold(database.pool, wanted());
    await settle(database.pool, `pi_${id}`, id);
    const { rows } = await database.pool.query(
      'select stripe_checkout_session_id as session from public.bookings where id = $1',
      [id],
    );
    expect(rows).toEqual([{ session: `pi_${id}` }]);
  });

  test('confirms the booking with a deposit and makes its claim permanent', async () => {
    const { id, intent } = await start();
    await call(database.pool, 'begin_payment', id, intent, 2000);
    expect(await settle(database.pool, intent, id)).toEqual({
      outcome: 'settled',
      booking_id: id,
      status: 'deposit_paid',
      refund_id: null,
    });
    expect(await stored(database.pool, id)).toMatchObject({
      status: 'deposit_paid',
      deposit_paid: true,
      has_claim: true,
      expires_at: null,
      paid_cents: 2000,
      refunded_cents: 0,
    });
    expect(await mailsOf(database.pool, id)).toEqual([
      { template_type: 'booking_confirmation', data: {} },
    ]);
  });

  test('confirms the booking with the full amount', async () => {
    const { id, intent } = await start(paidInFull);
    expect(await settle(database.pool, intent, id, 12599)).toMatchObject({ status: 'confirmed' });
    expect(await stored(database.pool, id)).toMatchObject({
      deposit_paid: false,
      paid_cents: 12599,
    });
  });

  test('counts one payment once, however often and by whatever way it is reported', async () => {
    const { id, intent } = await start();
    const outcomes = [
      (await tell(`evt_${id}`, 'payment_intent.succeeded', intent, id)).outcome,
      (await tell(`evt_${id}`, 'payment_intent.succeeded', intent, id)).outcome,
      (await tell(`evt2_${id}`, 'payment_intent.succeeded', intent, null)).outcome,
      (await settle(database.pool, intent, id)).outcome,
      (await call<Settled>(database.pool, 'settle_payment', intent, id, 2000, `evt_${id}`)).outcome,
    ];
    expect(outcomes).toEqual([
      'settled',
      'duplicate_event',
      'already_settled',
      'already_settled',
      'duplicate_event',
    ]);
    expect(await mailsOf(database.pool, id)).toHaveLength(1);
    expect(await refundsOf(id)).toEqual([]);
  });

  test('accepts a payment for an expired hold whose time is available', async () => {
    const { id, intent } = await start();
    await lapse(database.pool, id);
    expect(await settle(database.pool, intent, id)).toMatchObject({ outcome: 'settled' });
  });

  test('takes the time of a deleted hold again if it is available', async () => {
    const { booking, id, intent } = await start();
    await lapse(database.pool, id);
    const other = await hold(database.pool, {
      ...booking,
      customer_email: `other-${id}@example.com`,
    });
    await call(database.pool, 'release_booking', other.booking_id, 0, 0, 'test');
    expect(await settle(database.pool, intent, id)).toMatchObject({ outcome: 'settled' });
    expect(await stored(database.pool, id)).toMatchObject({ has_claim: true, expires_at: null });
  });

  test('refunds a payment for a booked time in full and notifies the customer', async () => {
    const { booking, id, intent } = await start();
    await lapse(database.pool, id);
    await hold(database.pool, { ...booking, customer_email: `quick-${id}@example.com` });
    const settled = await settle(database.pool, intent, id);
    expect(settled).toMatchObject({ outcome: 'refund_due', status: 'cancelled' });
    expect(await refundsOf(id)).toEqual([
      { amount_cents: 2000, reason: 'time_gone', status: 'pending' },
    ]);
    expect(await mailsOf(database.pool, id)).toEqual([
      { template_type: 'payment_refunded', data: { refund_cents: 2000 } },
    ]);
    expect(await settle(database.pool, intent, id)).toMatchObject({
      outcome: 'already_settled',
      status: 'cancelled',
      refund_id: settled.refund_id,
    });
    expect(await refundsOf(id)).toHaveLength(1);
  });

  test('refunds a payment that arrives after the start', async () => {
    const { id, intent } = await start();
    await database.pool.query(
      `update public.bookings set booking_date = '2026-01-05' where id = $1`,
      [id],
    );
    await expect(call(database.pool, 'extend_hold', id, 15, 2, 5)).rejects.toMatchObject({
      message: 'slot_taken',
    });
    expect(await settle(database.pool, intent, id)).toMatchObject({
      outcome: 'refund_due',
      status: 'cancelled',
    });
    expect(await refundsOf(id)).toMatchObject([{ reason: 'time_gone' }]);
  });

  test('refunds another amount than due and cancels the booking', async () => {
    const { booking, id, intent } = await start();
    expect(await settle(database.pool, intent, id, 1999)).toMatchObject({
      outcome: 'refund_due',
      status: 'cancelled',
    });
    expect(await refundsOf(id)).toEqual([
      { amount_cents: 1999, reason: 'amount_mismatch', status: 'pending' },
    ]);
    await hold(database.pool, { ...booking, customer_email: `after-${id}@example.com` });
  });

  test('refunds a second payment and keeps the booking', async () => {
    const { id, intent } = await start();
    await settle(database.pool, intent, id);
    expect(await settle(database.pool, `${intent}_again`, id)).toMatchObject({
      outcome: 'refund_due',
      status: 'deposit_paid',
    });
    expect(await refundsOf(id)).toEqual([
      { amount_cents: 2000, reason: 'already_paid', status: 'pending' },
    ]);
    expect(await stored(database.pool, id)).toMatchObject({
      has_claim: true,
      paid_cents: 4000,
      refunded_cents: 2000,
    });
  });

  test('refunds a payment for a cancelled booking', async () => {
    const { id, intent } = await start();
    await call(database.pool, 'release_booking', id, 0, 0, 'test');
    expect(await settle(database.pool, intent, id)).toMatchObject({
      outcome: 'refund_due',
      status: 'cancelled',
    });
    expect(await refundsOf(id)).toMatchObject([{ reason: 'booking_cancelled' }]);
  });

  test('refunds a payment whose coupon was used meanwhile', async () => {
    const first = await start({ ...coupon });
    await lapse(database.pool, first.id);
    const second = await start({
      ...coupon,
      customer_email: first.booking['customer_email'] ?? null,
    });
    await settle(database.pool, second.intent, second.id);
    expect(await settle(database.pool, first.intent, first.id)).toMatchObject({
      outcome: 'refund_due',
    });
    expect(await refundsOf(first.id)).toMatchObject([{ reason: 'coupon_used' }]);
  });

  test('records a finding for money without a booking', async () => {
    const nobody = '00000000-0000-4000-8000-000000000009';
    await expect(settle(database.pool, 'pi_nobody', nobody)).rejects.toMatchObject({
      code: 'PT404',
      message: 'booking_not_found',
    });
    expect(await tell('evt_nobody', 'payment_intent.succeeded', 'pi_nobody', nobody)).toMatchObject(
      {
        outcome: 'ignored',
      },
    );
  });

  test('refuses an intent of another booking', async () => {
    const [one, other] = [await start(), await start()];
    await call(database.pool, 'begin_payment', one.id, one.intent, 2000);
    await expect(settle(database.pool, one.intent, other.id)).rejects.toMatchObject({
      message: 'payment_of_another_booking',
    });
  });
});
