import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { call, coupon, hold, wanted, type Wanted } from './bookings.ts';

describeEachDatabase('Unpaid bookings', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** Moves all activity of this booking that many days back. */
  async function age(id: string, days: number) {
    const past = `- $2 * interval '1 day' where`;
    // As after a month without activity.
    await database.pool.query('alter table public.payments disable trigger touch_updated_at');
    for (const change of [
      `update public.bookings set created_at = created_at ${past} id = $1`,
      `update public.slot_claims set expires_at = expires_at ${past} booking_id = $1`,
      `update public.payments set updated_at = updated_at ${past} booking_id = $1`,
    ]) {
      await database.pool.query(change, [id, days]);
    }
    await database.pool.query('alter table public.payments enable trigger touch_updated_at');
  }
  async function heldDaysAgo(days: number, changes: Wanted = {}) {
    const { booking_id: id } = await hold(database.pool, wanted(changes));
    await age(id, days);
    return id;
  }
  let intents = 0;
  async function withPayment(status: string, days = 31) {
    const { booking_id: id } = await hold(database.pool, wanted());
    const intent = `pi_unpaid_${(intents += 1)}`;
    await call(database.pool, 'begin_payment', id, intent, 2000);
    await database.pool.query(
      `update public.payments set status = $2, settled_at = case $2 when 'succeeded' then now() end
       where booking_id = $1`,
      [id, status],
    );
    await age(id, days);
    return id;
  }
  const forget = (batch = 100) => call<number>(database.pool, 'forget_unpaid_bookings', batch);
  const count = async (table: string, id: string, column = 'booking_id') => {
    const text = `select count(*)::integer as rows from public.${table} where ${column} = $1`;
    const { rows } = await database.pool.query(text, [id]);
    return (rows[0] as { rows: number }).rows;
  };
  const isKept = async (id: string) => (await count('bookings', id, 'id')) === 1;

  // While a time is locked for one customer, thousands of others may be unpaid.
  test("are found by the holder's address without reading others", async () => {
    const { rows } = await database.pool.query(`explain
      delete from public.slot_claims as claim using public.bookings as other
      where claim.booking_id = other.id and other.status = 'pending_payment'
        and other.customer_email = 'someone@example.com' and claim.expires_at is not null`);
    const plan = rows.map((row) => (row as { 'QUERY PLAN': string })['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Cond: \(\(?customer_email/);
  });

  describe('are deleted 30 days after their last activity', () => {
    test('with their coupon, claim and history', async () => {
      const id = await heldDaysAgo(31, coupon);
      expect(await forget()).toBe(1);
      expect(await isKept(id)).toBe(false);
      for (const table of ['coupon_redemptions', 'slot_claims', 'booking_changes']) {
        expect(await count(table, id), table).toBe(0);
      }
    });

    test('with payments that were cancelled', async () => {
      const id = await withPayment('canceled');
      expect(await forget()).toBe(1);
      expect(await isKept(id)).toBe(false);
      expect(await count('payments', id)).toBe(0);
    });

    test('in batches, oldest first', async () => {
      const later = await heldDaysAgo(40);
      const first = await heldDaysAgo(50);
      expect(await forget(1)).toBe(1);
      expect([await isKept(first), await isKept(later)]).toEqual([false, true]);
      expect(await forget()).toBe(1);
      expect(await forget()).toBe(0);
    });

    test('and their review stays, without a booking', async () => {
      const id = await heldDaysAgo(31);
      const { rows } = await database.pool.query(
        `insert into public.reviews (booking_id, customer_name, rating, comment)
         values ($1, 'Ada', 5, 'I liked the mirror.') returning id`,
        [id],
      );
      expect(await forget()).toBe(1);
      const [review] = rows as { id: string }[];
      expect(await count('reviews', review?.id ?? '', 'id')).toBe(1);
    });
  });

  describe('are kept', () => {
    test('for 30 days', async () => {
      const id = await heldDaysAgo(29);
      expect(await forget()).toBe(0);
      expect(await isKept(id)).toBe(true);
    });

    test('while their time is held, or was within 30 days', async () => {
      const id = await heldDaysAgo(40);
      for (const until of [`now() + interval '5 minutes'`, `now() - interval '29 days'`]) {
        await database.pool.query(
          `update public.slot_claims set expires_at = ${until} where booking_id = $1`,
          [id],
        );
        expect(await forget(), until).toBe(0);
      }
      expect(await isKept(id)).toBe(true);
    });

    test.each(['requires_payment', 'processing', 'failed', 'succeeded'])(
      'while a payment is %s: it may still be paid, or was',
      async (status) => {
        const id = await withPayment(status);
        expect(await forget()).toBe(0);
        expect(await isKept(id)).toBe(true);
      },
    );

    test('while their last payment was cancelled within 30 days', async () => {
      const id = await withPayment('canceled');
      await database.pool.query(
        `update public.payments set updated_at = now() where booking_id = $1`,
        [id],
      );
      expect(await forget()).toBe(0);
      expect(await isKept(id)).toBe(true);
    });

    test('while there is a finding about their money', async () => {
      const id = await heldDaysAgo(31);
      await database.pool.query(
        `insert into public.payment_findings (kind, subject, reason, booking_id, facts)
         values ('booking_without_payment', 'booking:' || $1, 'nothing_recorded', $1::uuid, '{}')`,
        [id],
      );
      expect(await forget()).toBe(0);
      expect(await isKept(id)).toBe(true);
    });

    test('in any other status than unpaid', async () => {
      const id = await heldDaysAgo(31);
      await database.pool.query(
        `update public.bookings set status = 'cancelled', cancelled_at = now() where id = $1`,
        [id],
      );
      expect(await forget()).toBe(0);
      expect(await isKept(id)).toBe(true);
    });
  });
});
