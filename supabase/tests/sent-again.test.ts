import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import {
  addedByCustomer,
  book,
  call,
  mailsOf,
  nextDay,
  stored,
  wanted,
  type Wanted,
} from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';

describeEachDatabase('A repeated request with the same id', (open) => {
  let database: Database;
  let boss: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    boss = await signUp(database.pool, 'boss@example.com', { admin: true });
  });
  afterAll(() => database.close());

  describe('for a phone booking', () => {
    const take = (booking: object) =>
      call<string>(database.pool, 'book_by_phone', JSON.stringify(booking), boss.id);

    test.each<[string, Wanted]>([
      ['at another time', { booking_time: '15:00' }],
      ['on another day', { booking_date: nextDay() }],
      ['for another customer', { customer_email: 'else@example.com' }],
      ['at another address', { address: '2 Main Street' }],
      ['without the coupon', { coupon_code: null, discount_cents: 0, total_cents: 11999 }],
      ...Object.keys(addedByCustomer).map((name): [string, Wanted] => [
        `with another ${name}`,
        { [name]: 'Another' },
      ]),
    ])('is refused %s, and changes nothing', async (_what, changes) => {
      const first = wanted({
        id: randomUUID(),
        booking_time: '09:00',
        coupon_code: 'NEWCUSTOMER20',
        discount_cents: 2000,
        total_cents: 9999,
      });
      const id = await take(first);
      const before = await stored(database.pool, id);
      await expect(take({ ...first, ...changes })).rejects.toThrow('already_booked_otherwise');
      expect(await stored(database.pool, id)).toEqual(before);
      expect(await mailsOf(database.pool, id)).toHaveLength(1);
      expect(await take({ ...first, customer_email: ` ${String(first['customer_email'])}` })).toBe(
        id,
      );
    });

    test('does not match an online booking with that id', async () => {
      const id = await book(database.pool);
      await expect(take(wanted({ id }))).rejects.toThrow('already_booked_otherwise');
    });
  });

  describe('for a payment on site', () => {
    type Noted = { method: string; cents: number; tip?: number };
    const pay = async (id: string, requestId: string, { method, cents, tip = 0 }: Noted) => {
      const sql = 'select public.record_payment($1, $2, $3, $4, $5) as answer';
      const values = [id, method, cents, tip, requestId];
      const { rows } = await ask(database.pool, boss.person, sql, values);
      return rows[0]?.['answer'] as { payment_id: string; due_on_site_cents: number };
    };
    const cash: Noted = { method: 'cash', cents: 5000 };

    test.each<[string, Noted]>([
      ['by another method', { method: 'card', cents: 5000 }],
      ['with another amount', { method: 'cash', cents: 9999 }],
      ['with a tip', { method: 'cash', cents: 5000, tip: 500 }],
    ])('is refused %s, with what is stored', async (_what, other) => {
      const id = await book(database.pool);
      const requestId = randomUUID();
      const first = await pay(id, requestId, cash);
      const refused = await pay(id, requestId, other).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'PT409', message: 'already_noted_otherwise' });
      expect(JSON.parse((refused as { detail: string }).detail)).toEqual({
        method: 'cash',
        amount_cents: 5000,
        tip_cents: 0,
        status: 'succeeded',
      });
      expect(await pay(id, requestId, cash)).toEqual(first);
      expect(await stored(database.pool, id)).toMatchObject({ paid_cents: 7000 });
    });
  });
});
