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

  test('a deposit makes the booking stand, and its time for good', async () => {
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

  test('the full amount confirms the booking', async () => {
    const { id, intent } = await start(paidInFull);
    expect(await settle(database.pool, intent, id, 12599)).toMatchObject({ status: 'confirmed' });
    expect(await stored(database.pool, id)).toMatchObject({
      deposit_paid: false,
      paid_cents: 12599,
    });
  });

  test('the same payment settles once, however often and by whatever way it is told', async () => {
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

  test('a lapsed hold whose time is free is paid for all the same', async () => {
    const { id, intent } = await start();
    await lapse(database.pool, id);
    expect(await settle(database.pool, intent, id)).toMatchObject({ outcome: 'settled' });
  });

  test('a hold that was cleared away is taken again when its time is free', async () => {
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

  test('a payment for a time that is gone goes back in full, and the customer is told', async () => {
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

  test('another amount than due goes back and ends the booking', async () => {
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

  test('a second payment goes back, and the booking stays', async () => {
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

  test('a payment for a cancelled booking goes back', async () => {
    const { id, intent } = await start();
    await call(database.pool, 'release_booking', id, 0, 0, 'test');
    expect(await settle(database.pool, intent, id)).toMatchObject({
      outcome: 'refund_due',
      status: 'cancelled',
    });
    expect(await refundsOf(id)).toMatchObject([{ reason: 'booking_cancelled' }]);
  });

  test('a payment with a coupon that was used meanwhile goes back', async () => {
    const first = await start({ ...coupon });
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

  test('money for a booking that does not exist is not swallowed', async () => {
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

  test('an intent cannot pay for another booking than its own', async () => {
    const [one, other] = [await start(), await start()];
    await call(database.pool, 'begin_payment', one.id, one.intent, 2000);
    await expect(settle(database.pool, one.intent, other.id)).rejects.toMatchObject({
      message: 'payment_of_another_booking',
    });
  });

  test('late news of a failure does not undo a success', async () => {
    const { id, intent } = await start();
    await settle(database.pool, intent, id);
    for (const type of ['payment_failed', 'processing', 'canceled']) {
      expect(await tell(`evt_${type}_${id}`, `payment_intent.${type}`, intent, id)).toMatchObject({
        outcome: 'recorded',
        status: 'deposit_paid',
      });
    }
    const { rows } = await database.pool.query(
      'select status from public.payments where booking_id = $1',
      [id],
    );
    expect(rows).toEqual([{ status: 'succeeded' }]);
  });

  test('a card that failed first and then worked settles', async () => {
    const { id, intent } = await start();
    await tell(`evt_f_${id}`, 'payment_intent.payment_failed', intent, id, 2000, {
      error: 'Declined.',
    });
    expect(await stored(database.pool, id)).toMatchObject({
      status: 'pending_payment',
      open_payment_intent_id: intent,
    });
    expect(await tell(`evt_s_${id}`, 'payment_intent.succeeded', intent, id)).toMatchObject({
      outcome: 'settled',
    });
  });

  test('paid by the owner is never moved back', async () => {
    const { id, intent } = await start();
    await settle(database.pool, intent, id);
    await database.pool.query(`update public.bookings set status = 'paid' where id = $1`, [id]);
    await settle(database.pool, `${intent}_again`, id);
    await settle(database.pool, intent, id);
    expect(await stored(database.pool, id)).toMatchObject({ status: 'paid' });
  });

  test('beginning a payment again is fine, and never reopens one that ended', async () => {
    const { id, intent } = await start();
    await call(database.pool, 'begin_payment', id, intent, 2000);
    await call(database.pool, 'begin_payment', id, intent, 2000);
    await settle(database.pool, intent, id);
    await call(database.pool, 'begin_payment', id, intent, 2000);
    expect(await stored(database.pool, id)).toMatchObject({ open_payment_intent_id: null });
    await expect(
      call(database.pool, 'begin_payment', '00000000-0000-4000-8000-000000000009', 'pi_no', 2000),
    ).rejects.toMatchObject({ code: 'PT404' });
  });

  test('open payments are given out once, and say whether the hold is over', async () => {
    await database.pool.query('delete from public.refunds; delete from public.payments');
    const [held, lapsed, settled] = [await start(), await start(), await start()];
    for (const { id, intent } of [held, lapsed, settled]) {
      await call(database.pool, 'begin_payment', id, intent, 2000);
    }
    await settle(database.pool, settled.intent, settled.id);
    await lapse(database.pool, lapsed.id);
    const take = (seconds: number) =>
      database.pool.query(
        'select * from public.payments_to_reconcile(10, $1) order by hold_lapsed',
        [seconds],
      );
    expect((await take(60)).rows).toEqual([]);
    await database.pool.query(
      `update public.payments set created_at = now() - interval '2 minutes'`,
    );
    expect((await take(60)).rows).toEqual([
      { payment_intent_id: held.intent, booking_id: held.id, hold_lapsed: false },
      { payment_intent_id: lapsed.intent, booking_id: lapsed.id, hold_lapsed: true },
    ]);
    expect((await take(60)).rows).toEqual([]);
  });
});
