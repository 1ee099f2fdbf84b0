import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import {
  book,
  call,
  mailsOf,
  nextDay,
  stored,
  wanted,
  type Stored,
  type Wanted,
} from './bookings.ts';

type Released = {
  outcome: string;
  refunds: { payment_intent_id: string | null; method: string; amount_cents: number }[];
};

const onSite = {
  source: 'phone',
  payment_option: 'pay_later',
  due_now_cents: 0,
  deposit_cents: 0,
  status: 'confirmed',
} as const;

describeEachDatabase('On-site work', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** A booking that the table accepts; returns its id. */
  const store = async (changes: Wanted = {}) => {
    const booking = wanted({ ...onSite, ...changes });
    const columns = Object.keys(booking);
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into public.bookings (${columns.join(', ')})
       values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      Object.values(booking),
    );
    return rows[0]?.id ?? '';
  };

  const pay = (bookingId: string, cents: number, { tip = 0, method = 'cash' } = {}) =>
    database.pool.query(
      `insert into public.payments (booking_id, method, amount_cents, tip_cents, status, settled_at)
       values ($1, $2, $3, $4, 'succeeded', now())`,
      [bookingId, method, cents, tip],
    );

  const release = (id: string, refundCents: number, expectedPaidCents: number) =>
    call<Released>(database.pool, 'release_booking', id, refundCents, expectedPaidCents, 'test');

  const dueOf = async (id: string) =>
    (await call<Stored & { due_on_site_cents: number }>(database.pool, 'booking_for_payment', id))
      .due_on_site_cents;

  describe('a booking', () => {
    test('by phone needs no email address and no payment', async () => {
      const id = await store({ customer_email: null });
      expect(await stored(database.pool, id)).toMatchObject({ status: 'confirmed', paid_cents: 0 });
      expect(await dueOf(id)).toBe(11999);
    });

    test('paid on site may have tax, which is due with the rest', async () => {
      const id = await store({ tax_cents: 600, total_cents: 12599 });
      expect(await dueOf(id)).toBe(12599);
    });

    test.each([
      ['online without an email address', { source: 'online', customer_email: null }],
      ['when paid on site and still pending', { status: 'pending_payment' }],
      ['when paid on site with a deposit', { deposit_cents: 2000 }],
      ['when paid on site with tax that is not in its total', { tax_cents: 600 }],
      ['online without a price', { payment_option: 'pay_deposit' }],
      ['when both done and missed', { done_at: 'now', no_show_at: 'now' }],
    ])('is refused %s', async (_what, changes) => {
      await expect(store(changes)).rejects.toMatchObject({ code: '23514' });
    });
  });

  describe('a payment', () => {
    test.each([
      ['online without an intent', { method: 'online', status: 'succeeded', intent: null }],
      ['on site with an intent', { method: 'cash', status: 'succeeded', intent: 'pi_x' }],
      [
        'on site when not received yet',
        { method: 'cash', status: 'requires_payment', intent: null },
      ],
    ])('is refused %s', async (_what, { method, status, intent }) => {
      const id = await store();
      const sql = `insert into public.payments (booking_id, method, status, stripe_payment_intent_id, amount_cents, settled_at)
        values ($1, $2, $3, $4, 100, case when $3 = 'succeeded' then now() end)`;
      await expect(database.pool.query(sql, [id, method, status, intent])).rejects.toMatchObject({
        code: '23514',
      });
    });

    test('on site reduces the amount due, without its tip', async () => {
      const id = await book(database.pool);
      expect(await dueOf(id)).toBe(9999);
      await pay(id, 5000, { tip: 1000 });
      expect(await dueOf(id)).toBe(5999);
      await pay(id, 5999, { method: 'e_transfer' });
      expect(await dueOf(id)).toBe(0);
    });
  });

  describe('a cancellation', () => {
    test('refunds online payments first, and the rest by hand', async () => {
      const id = await book(database.pool);
      await pay(id, 9999);
      const { refunds } = await release(id, 5000, 11999);
      expect(refunds).toEqual([
        expect.objectContaining({ payment_intent_id: `pi_${id}`, amount_cents: 2000 }),
        expect.objectContaining({ payment_intent_id: null, amount_cents: 3000 }),
      ]);
      expect(await stored(database.pool, id)).toMatchObject({
        paid_cents: 11999,
        refunded_cents: 5000,
      });
      const { rows } = await database.pool.query(
        `select refund.status, payment.method, payment.refunded_cents
         from public.refunds refund join public.payments payment on payment.id = refund.payment_id
         where payment.booking_id = $1 order by payment.method`,
        [id],
      );
      expect(rows).toEqual([
        { status: 'owed', method: 'cash', refunded_cents: 0 },
        { status: 'pending', method: 'online', refunded_cents: 0 },
      ]);
    });

    test('sends no refund for payments on site', async () => {
      const id = await store();
      await pay(id, 11999);
      await release(id, 11999, 11999);
      const { rows } = await database.pool.query(
        'select from public.refunds_to_send(100, 0) where booking_id = $1',
        [id],
      );
      expect(rows).toEqual([]);
    });

    test('notifies a phone customer even without a payment', async () => {
      const id = await store();
      await release(id, 0, 0);
      expect(await mailsOf(database.pool, id)).toMatchObject([
        { template_type: 'booking_cancellation' },
      ]);
    });

    test('sends no email without an address', async () => {
      const id = await store({ customer_email: null });
      await release(id, 0, 0);
      expect(await mailsOf(database.pool, id)).toEqual([]);
    });
  });

  test('keeps no deposit of a booking without one after a late move', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into auth.users (email, email_confirmed_at) values ('late@example.com', now()) returning id`,
    );
    const userId = rows[0]?.id ?? '';
    const id = await store({
      user_id: userId,
      booking_date: nextDay(),
      free_cancellation_hours: 720,
    });
    await database.pool.query(
      `insert into public.slot_claims (during, booking_id, service_name)
       select private.span_of(b), id, service_name from public.bookings b where id = $1`,
      [id],
    );
    const client = await database.pool.connect();
    try {
      await client.query('begin; set local role authenticated');
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify({ sub: userId, role: 'authenticated' }),
      ]);
      await client.query(`update public.bookings set booking_time = '13:00' where id = $1`, [id]);
      await client.query('commit');
    } finally {
      client.release();
    }
    const { rows: moved } = await database.pool.query(
      'select booking_time, deposit_kept_since from public.bookings where id = $1',
      [id],
    );
    expect(moved).toEqual([{ booking_time: '13:00:00', deposit_kept_since: null }]);
  });

  test('a coupon counts once per phone number without an email address', async () => {
    const use = async () => {
      const id = await store({
        customer_email: null,
        customer_phone: '+19055550177',
        coupon_code: 'NEWCUSTOMER20',
        discount_cents: 2000,
        total_cents: 9999,
      });
      await database.pool.query(
        'select private.redeem_coupon(b) from public.bookings b where id = $1',
        [id],
      );
    };
    await use();
    await expect(use()).rejects.toThrow('coupon_used');
  });
});
