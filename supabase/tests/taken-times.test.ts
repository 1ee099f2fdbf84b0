import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { hold, settle, wanted, type Wanted } from './bookings.ts';
import { anon, ask } from './cast.ts';

describeEachDatabase('The time of a booking', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  async function bookUpTo(status: string, booking: Wanted) {
    const { booking_id: id } = await hold(database.pool, booking);
    await settle(database.pool, `pi_${id}`, id, Number(booking['due_now_cents']));
    await database.pool.query('update public.bookings set status = $2 where id = $1', [id, status]);
  }

  const takenOn = async (day: unknown) => {
    const { rows } = await ask(
      database.pool,
      anon,
      `select booking_time, service_name, duration_minutes from public.booked_slots
       where booking_date = $1`,
      [day],
    );
    return rows;
  };

  test.each(['deposit_paid', 'confirmed', 'paid'])(
    'is unavailable while it is %s, for as long as its service takes [S7.49, S9.23]',
    async (status) => {
      const booking = wanted();
      await bookUpTo(status, booking);
      expect(await takenOn(booking['booking_date'])).toEqual([
        { booking_time: '12:00', service_name: 'Premium Detailing', duration_minutes: 180 },
      ]);
    },
  );
});
