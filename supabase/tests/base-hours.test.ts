import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { call, hold, wanted } from './bookings.ts';
import { resetTime } from './time-rules.ts';

const caledon = 'L7C 1A1';

type Taken = { booking_time: string | null; duration_minutes: number | null; gap_minutes: number };

describeEachDatabase('The hours at the base', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterEach(async () => {
    await resetTime(database.pool);
    await database.pool.query(
      `delete from public.crew_hours; delete from public.travel_settings;
       insert into public.travel_settings default values`,
    );
  });
  afterAll(() => database.close());

  const takenOn = (day: unknown) =>
    call<Taken[]>(database.pool, 'times_taken_for', caledon, day, day);

  test.each([
    ['the vans', ''],
    [
      'a crew with hours of its own',
      `insert into public.crew_hours (crew, weekday, works_from, works_until)
       select 1, weekday, '00:00', '24:00' from generate_series(1, 7) as weekday`,
    ],
  ])('leave the day open when %s may leave at midnight', async (_, crewHours) => {
    await database.pool.query(
      `update public.travel_settings
       set is_on = true, base_postal_code = '${caledon}', leaves_at = '00:00', back_by = '23:00';
       ${crewHours}`,
    );
    const booking = wanted({ booking_time: '09:00', postal_code: caledon });
    for (const taken of await takenOn(booking['booking_date'])) {
      expect(taken).toEqual({
        ...taken,
        booking_time: expect.stringMatching(/^\d\d:\d\d$/) as string,
        duration_minutes: expect.any(Number) as number,
      });
    }
    await hold(database.pool, booking);
  });

  test('add no minutes around a time that is empty', async () => {
    const { rows } = await database.pool.query<{ it: string }>(
      `select private.with_gap('empty', 30)::text as it`,
    );
    expect(rows).toEqual([{ it: 'empty' }]);
  });
});
