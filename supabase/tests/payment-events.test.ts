import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { call, hold, lapse, settle, stored, wanted, type Settled } from './bookings.ts';

describeEachDatabase('Payment events', (open) => {
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

  test('a late failure does not undo a success', async () => {
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

  test('a success after a failed card settles', async () => {
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

  test('a booking marked as paid by the owner is never downgraded', async () => {
    const { id, intent } = await start();
    await settle(database.pool, intent, id);
    await database.pool.query(`update public.bookings set status = 'paid' where id = $1`, [id]);
    await settle(database.pool, `${intent}_again`, id);
    await settle(database.pool, intent, id);
    expect(await stored(database.pool, id)).toMatchObject({ status: 'paid' });
  });

  test('a payment can be started again until the booking is paid', async () => {
    const { id, intent } = await start();
    await call(database.pool, 'begin_payment', id, intent, 2000);
    await call(database.pool, 'begin_payment', id, intent, 2000);
    await settle(database.pool, intent, id);
    for (const late of [intent, `${intent}_of_another_tab`]) {
      await expect(call(database.pool, 'begin_payment', id, late, 2000)).rejects.toMatchObject({
        code: 'PT409',
        message: 'not_awaiting_payment',
      });
    }
    expect(await stored(database.pool, id)).toMatchObject({ open_payment_intent_id: null });
    await expect(
      call(database.pool, 'begin_payment', '00000000-0000-4000-8000-000000000009', 'pi_no', 2000),
    ).rejects.toMatchObject({ code: 'PT404' });
  });

  test('open payments are leased once, with whether the hold has expired', async () => {
    await database.pool.query('delete from public.refunds; delete from public.payments');
    const [held, lapsed, settled] = [await start(), await start(), await start()];
    for (const { id, intent } of [held, lapsed, settled]) {
      await call(database.pool, 'begin_payment', id, intent, 2000);
    }
    // Started in another tab before the first one paid: it must not be paid.
    await call(database.pool, 'begin_payment', settled.id, 'pi_zz_beside_a_paid_one', 2000);
    await settle(database.pool, settled.intent, settled.id);
    await lapse(database.pool, lapsed.id);
    const take = (seconds: number) =>
      database.pool.query(
        'select * from public.payments_to_reconcile(10, $1) order by hold_lapsed, payment_intent_id',
        [seconds],
      );
    expect((await take(60)).rows).toEqual([]);
    await database.pool.query(
      `update public.payments set created_at = now() - interval '2 minutes'`,
    );
    expect((await take(60)).rows).toEqual([
      { payment_intent_id: held.intent, booking_id: held.id, hold_lapsed: false },
      { payment_intent_id: lapsed.intent, booking_id: lapsed.id, hold_lapsed: true },
      { payment_intent_id: 'pi_zz_beside_a_paid_one', booking_id: settled.id, hold_lapsed: true },
    ]);
    expect((await take(60)).rows).toEqual([]);
  });
});
