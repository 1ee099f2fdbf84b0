import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FoundCaller } from '../contracts/customers.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';

describeEachDatabase('Callers', (open) => {
  let database: Database;
  let boss: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    boss = await signUp(database.pool, 'boss@example.com', { admin: true });
  });
  afterAll(() => database.close());

  const find = async (search: string, ofBooking: string | null = null) => {
    const sql = 'select public.find_callers($1, $2) as found';
    const { rows } = await ask(database.pool, boss.person, sql, [search, ofBooking]);
    const found = rows[0]?.['found'] as { callers: FoundCaller[] } | undefined;
    return found?.callers ?? [];
  };
  const byPhone = async (changes: Record<string, string>) => {
    const id = randomUUID();
    const booking = wanted({ id, payment_option: 'pay_later', customer_email: '', ...changes });
    await call(database.pool, 'book_by_phone', JSON.stringify(booking), boss.id);
    return id;
  };

  test('are found by name and by number, with their cars and addresses, latest first', async () => {
    const customer = {
      customer_email: 'regular@example.com',
      customer_name: 'Rhea Gular',
      customer_phone: '+19055550321',
    };
    const old = await book(database.pool, { ...customer, car_model: 'Old Car' });
    await book(database.pool, { ...customer, car_model: 'New Car', address: '7 New Road' });
    for (const search of ['rhe', 'gular', '905 555-0321', 'regular@']) {
      const [caller] = await find(search);
      expect(caller).toMatchObject({ name: 'Rhea Gular', phone: '+19055550321' });
      expect(caller?.visits.map((visit) => visit.car_model)).toEqual(['New Car', 'Old Car']);
      expect(caller?.visits[0]?.address).toBe('7 New Road');
    }
    const [again] = await find('', old);
    expect(again?.visits.map((visit) => visit.car_model)).toEqual(['Old Car', 'New Car']);
  });

  test('are found by number without an email address, once for all their bookings', async () => {
    await byPhone({ customer_name: 'Nora Mail', customer_phone: '+19055550333' });
    const id = await byPhone({ customer_name: 'Nora Mail', customer_phone: '+19055550333' });
    const found = await find('(905) 555 0333');
    expect(found).toMatchObject([{ name: 'Nora Mail', email: null, phone: '+19055550333' }]);
    expect(found[0]?.visits).toHaveLength(2);
    expect(await find('', id)).toEqual(found);
  });

  test('come with what they have booked already, the next visit first', async () => {
    const booked = { customer_name: 'Ana Head', customer_email: 'ana@example.com' };
    const ids = [];
    for (const time of ['09:00', '12:00', '15:00']) {
      ids.push(await book(database.pool, { ...booked, booking_time: time }));
    }
    await database.pool.query('update public.bookings set done_at = now() where id = $1', [ids[1]]);
    const [ana] = await find('ana head');
    expect(ana?.ahead).toMatchObject([
      { id: ids[0], booking_time: '09:00:00', service_name: 'Premium Detailing' },
      { id: ids[2] },
    ]);
    await byPhone({ customer_name: 'Ned Head', customer_phone: '+19055550377' });
    expect((await find('ned head'))[0]?.ahead).toHaveLength(1);
  });

  test('are not offered for fewer than three letters, nor for a hold that was never paid', async () => {
    await hold(
      database.pool,
      wanted({ customer_name: 'Zelda Hold', customer_email: 'zelda@example.com' }),
    );
    expect(await find('zelda')).toEqual([]);
    await book(database.pool, { customer_name: 'Zelda Paid', customer_email: 'zelda@example.com' });
    expect(await find('ze')).toEqual([]);
    expect(await find('zel')).toHaveLength(1);
  });

  test('are not offered once their data is erased', async () => {
    const id = await book(database.pool, {
      customer_name: 'Gone Away',
      customer_email: 'gone@example.com',
    });
    await database.pool.query('select private.clear_personal_columns(array[$1::uuid])', [id]);
    expect(await find('gone')).toEqual([]);
    expect(await find('', id)).toEqual([]);
  });
});
