import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { firstCrew, hasFreeCrew, spanOf, takenSpan } from '../../domain/time/free-crew.ts';
import { defaultOpeningRules } from '../../domain/time/opening-rules.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { takenForPlace } from '../contracts/slots.ts';
import { book, call, nextDay } from './bookings.ts';
import { setTime } from './time-rules.ts';

const rules = { ...defaultOpeningRules, crews: 3, bufferMinutes: 15 };

/** Visits by their starts and hours; more of some times than there are crews would be refused. */
const visits = [
  ['08:00', 3],
  ['08:00', 1],
  ['09:30', 2],
  ['11:30', 1],
  ['12:00', 2],
  ['15:00', 3],
  ['15:30', 1],
] as const;

describeEachDatabase('The crew that a plan expects', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await setTime(database.pool, `crews = ${rules.crews}, buffer_minutes = ${rules.bufferMinutes}`);
  });
  afterAll(() => database.close());

  test('is the one that the database assigns, at every start of a day', async () => {
    const date = nextDay();
    for (const [time, hours] of visits) {
      await book(database.pool, {
        booking_date: date,
        booking_time: time,
        duration_minutes: hours * 60,
      });
    }
    await database.pool.query(
      `select private.lock_day($1::date);
       insert into public.slot_claims (during, reason, crew)
       select tstzrange(private.instant_of($1, '10:00'), private.instant_of($1, '11:00')), 'Dentist', 3`.replaceAll(
        '$1',
        `'${date}'`,
      ),
    );
    const taken = z.parse(
      takenForPlace.shape,
      await call(database.pool, 'times_taken_for', '', date, date),
    );
    const compared = { free: 0, full: 0 };
    for (let minute = 7 * 60; minute <= 19 * 60; minute += 15) {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      const stretch = { date, time, durationMinutes: 90 };
      const { rows } = await database.pool.query<{ crew: number | null }>(
        `select private.free_crew(
           tstzrange(start, start + interval '90 minutes', '[)'), null, null, 'premium-detailing'
         ) as crew from private.instant_of($1, $2) as start`,
        [date, time],
      );
      const crew = rows[0]?.crew ?? null;
      const isFree = hasFreeCrew(spanOf(stretch), taken.map(takenSpan), rules);
      expect([time, isFree ? firstCrew(stretch, taken, rules) : null]).toEqual([time, crew]);
      compared[isFree ? 'free' : 'full'] += 1;
    }
    expect(Math.min(compared.free, compared.full)).toBeGreaterThan(0);
  });
});
