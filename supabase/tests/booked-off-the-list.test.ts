import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { call, hold, nextDay, settle, stored, wanted, type Wanted } from './bookings.ts';
import { anon, signUp, type Person } from './cast.ts';
import { callAs, tokenTo } from './rain.ts';

type Listed = {
  id: string;
  email: string;
  state: string;
  booking_id: string | null;
  service_id: string;
  vehicle_type: string;
  offered: { id: string; time: string; outcome: string }[];
};

describeEachDatabase('A customer on the waiting list', (open) => {
  let database: Database;
  let boss: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    boss = await signUp(database.pool, 'boss@example.com', { admin: true });
  });
  afterAll(() => database.close());

  /** The only customer on the waiting list of a day, as the owner sees the entry. */
  const placeOn = async (day: string) => {
    const list = await callAs<(Listed & { day: string })[]>(
      database.pool,
      boss.person,
      'waiting_list_of_days',
      day,
    );
    return list.find((one) => one.day === day);
  };
  async function waiting() {
    const day = nextDay();
    const email = `waits-${day}@example.com`;
    const entry = {
      day,
      service_id: 'premium-detailing',
      service_name: 'Premium Detailing',
      vehicle_type: 'suv',
      duration_minutes: 180,
      name: 'Wren Hall',
      email,
      phone: '+19055550101',
    };
    await call(database.pool, 'join_waiting_list', JSON.stringify(entry));
    return { day, email, id: (await placeOn(day))?.id ?? '' };
  }
  const offer = (id: string, time = '09:00') =>
    call<boolean>(database.pool, 'offer_freed_time', id, time, 30);
  async function offered() {
    const place = await waiting();
    expect(await offer(place.id)).toBe(true);
    const offerId = (await placeOn(place.day))?.offered[0]?.id ?? '';
    const token = await tokenTo(database.pool, place.email, 'waiting_list_offer');
    return { ...place, offerId, token };
  }
  const take = (changes: Wanted) =>
    call<string>(
      database.pool,
      'book_by_phone',
      JSON.stringify(wanted({ id: randomUUID(), booking_time: '09:00', ...changes })),
      boss.id,
    );

  describe('booked by phone', () => {
    test.each<[string, string | null]>([
      ['under another address', 'other@example.com'],
      ['without an address', null],
    ])('leaves the list when booked by phone at the offered time, %s', async (_how, email) => {
      const { day, offerId, token } = await offered();
      const changes = { booking_date: day, customer_email: email };
      await expect(take(changes), 'without naming the offer').rejects.toThrow('slot_taken');
      const id = await take({ ...changes, offer_id: offerId });
      expect(await stored(database.pool, id)).toMatchObject({ has_claim: true, expires_at: null });
      expect(await placeOn(day)).toMatchObject({
        state: 'booked',
        booking_id: id,
        service_id: 'premium-detailing',
        vehicle_type: 'suv',
        offered: [{ id: offerId, time: '09:00', outcome: 'taken' }],
      });
      const answer = await callAs(database.pool, anon, 'waiting_offer', token);
      expect(answer).toMatchObject({ state: 'taken', is_waiting: false });
    });

    test('stays on the list, and the offer stays, when another time is booked under another address', async () => {
      const { day, offerId } = await offered();
      const other = { booking_date: day, booking_time: '15:00', customer_email: 'o@example.com' };
      await take({ ...other, offer_id: offerId });
      expect(await placeOn(day)).toMatchObject({ state: 'offered' });
    });

    test('leaves the list and frees the offered time when another time is booked under the same address', async () => {
      const { day, email, id } = await offered();
      const bookingId = await take({
        booking_date: day,
        booking_time: '15:00',
        customer_email: email.toUpperCase(),
      });
      expect(await placeOn(day)).toMatchObject({
        state: 'booked',
        booking_id: bookingId,
        offered: [{ outcome: 'withdrawn' }],
      });
      expect(await offer(id, '12:00')).toBe(false);
      await hold(database.pool, wanted({ booking_date: day, booking_time: '09:00' }));
    });

    test.each<[string, Wanted]>([
      ['another service', { service_id: 'basic-wash' }],
      ['another customer', { customer_email: 'somebody@example.com' }],
    ])('stays on the list when booked for %s', async (_what, changes) => {
      const { day, email } = await waiting();
      await take({ booking_date: day, customer_email: email, ...changes });
      expect(await placeOn(day)).toMatchObject({ state: 'waiting', booking_id: null });
    });
  });

  test('leaves the list when a booking by another link is paid, not before', async () => {
    const { day, email } = await offered();
    const booking = wanted({ booking_date: day, booking_time: '15:00', customer_email: email });
    const { booking_id: id } = await hold(database.pool, booking);
    expect(await placeOn(day)).toMatchObject({ state: 'offered' });
    await settle(database.pool, `pi_${id}`, id, 2000);
    expect(await placeOn(day)).toMatchObject({ state: 'booked', booking_id: id });
  });

  test('leaves the list when a booking moves to that day', async () => {
    const { day, email } = await waiting();
    const id = await take({ customer_email: email });
    expect(await placeOn(day)).toMatchObject({ state: 'waiting' });
    await callAs(database.pool, boss.person, 'move_booking', id, day, '15:00', false);
    expect(await placeOn(day)).toMatchObject({ state: 'booked', booking_id: id });
  });
});
