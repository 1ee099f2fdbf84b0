import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays, localToday } from '../../domain/time/schedule.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';
import { resetTime } from './time-rules.ts';

const caledon = 'L7C 1A1';
const bolton = 'L7E 2B2';
const oshawa = 'L1H 4E4';

type Leg = {
  from: string | null;
  to: string | null;
  minutes: number | null;
  kilometres: number | null;
  leave_at: string;
  spare_minutes: number | null;
};
type Route = {
  base: { postal_code: string } | null;
  crews: {
    crew: number;
    minutes: number;
    kilometres: number;
    stops: { id: string; customer_name: string; longitude: number | null; is_over: boolean }[];
    legs: Leg[];
  }[];
} | null;

describeEachDatabase('The route of a day', (open) => {
  let database: Database;
  let owner: Person;
  const day = String(wanted()['booking_date']);
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterEach(async () => {
    await resetTime(database.pool);
    await database.pool.query(
      `delete from public.mileage_days; delete from public.slot_claims;
       delete from public.travel_settings; insert into public.travel_settings default values`,
    );
  });
  afterAll(() => database.close());

  const setTravel = (changes = '') =>
    database.pool.query(
      `update public.travel_settings set is_on = true, setup_minutes = 10, packing_minutes = 5 ${changes}`,
    );
  const fromBase = `, base_postal_code = '${caledon}', leaves_at = '07:00', back_by = '20:00'`;
  const visit = (time: string, postalCode: string, city: string, date = day) =>
    book(database.pool, { booking_date: date, booking_time: time, postal_code: postalCode, city });
  const answer = async (call: string) => {
    const { rows } = await ask(database.pool, owner, `select ${call} as it`);
    return (rows[0] as { it: unknown }).it;
  };
  const route = async () => (await answer(`public.owner_route('${day}')`)) as Route;
  const log = (from: string, until: string) =>
    answer(`public.mileage_log('${from}', '${until}')`) as Promise<object[]>;

  /** Moves visits to another day, without the checks of a move: the log is about days that have passed. */
  const putOn = (ids: string[], date: string) =>
    database.pool.query(
      `set session_replication_role = replica;
       update public.bookings set booking_date = '${date}' where id in (${ids.map((id) => `'${id}'`).join()});
       update public.slot_claims as claim
       set during = tstzrange(
         private.instant_of('${date}', booking.booking_time),
         private.instant_of('${date}', booking.booking_time) + booking.duration_minutes * interval '1 minute'
       )
       from public.bookings as booking where booking.id = claim.booking_id;
       set session_replication_role = origin`,
    );

  test('is none while travel is switched off', async () => {
    await visit('09:00', bolton, 'Bolton');
    expect(await route()).toBeNull();
  });

  test('leads from the base by the visits in their order and back, and says when to leave', async () => {
    const later = await visit('15:00', caledon, 'Caledon');
    const first = await visit('09:00', bolton, 'Bolton');
    await setTravel(fromBase);
    const it = await route();
    expect(it?.base?.postal_code).toBe(caledon);
    const [van] = it?.crews ?? [];
    expect(van?.stops.map(({ id }) => id)).toEqual([first, later]);
    expect(van?.legs.map(({ from, to }) => [from, to])).toEqual([
      [null, first],
      [first, later],
      [later, null],
    ]);
    const minutes = van?.legs[0]?.minutes ?? 0;
    expect(minutes).toBeGreaterThan(10);
    // The same way there and back again. 9:00 less setting up and the way.
    expect(van?.legs[1]?.minutes).toBe(minutes);
    const leave = 9 * 60 - 10 - minutes;
    expect(van?.legs[0]).toMatchObject({
      leave_at: `0${Math.floor(leave / 60)}:${String(leave % 60).padStart(2, '0')}`,
      spare_minutes: leave - 7 * 60,
    });
    expect(van?.minutes).toBe(minutes * 2 + (van?.legs[2]?.minutes ?? 0));
    expect(van?.kilometres).toBeCloseTo(
      van?.legs.reduce((sum, leg) => sum + Number(leg.kilometres), 0) ?? -1,
      1,
    );
  });

  test('says how late the van is for a visit that it cannot reach', async () => {
    await visit('09:00', caledon, 'Caledon');
    await visit('12:00', oshawa, 'Oshawa');
    await setTravel();
    const [van] = (await route())?.crews ?? [];
    expect(van?.legs).toHaveLength(1);
    // 12:00 to 12:00 is nothing but packing, the way and setting up.
    expect(van?.legs[0]?.spare_minutes).toBe(-15 - (van?.legs[0]?.minutes ?? 0));
  });

  test('has a leg without minutes to a place that is not known', async () => {
    await visit('09:00', caledon, 'Caledon');
    await visit('12:00', 'H0H 0H0', 'North Pole');
    await setTravel();
    const [van] = (await route())?.crews ?? [];
    expect(van?.stops.map(({ longitude }) => longitude === null)).toEqual([false, true]);
    expect(van?.legs[0]).toMatchObject({ minutes: null, kilometres: null, spare_minutes: null });
  });

  test('is written into the mileage log once the day is over, and stays when customers are erased', async () => {
    const ids = [await visit('09:00', bolton, 'Bolton'), await visit('13:00', caledon, 'Caledon')];
    await setTravel(fromBase);
    const kilometres = (await route())?.crews[0]?.kilometres;
    const yesterday = addDays(localToday(Date.now()), -1);
    await putOn(ids, yesterday);
    const keep = async () =>
      (await database.pool.query<{ it: number }>('select public.keep_mileage() as it')).rows[0]?.it;
    expect(await keep()).toBe(1);
    expect(await keep()).toBe(0);
    const entry = {
      day: yesterday,
      crew: 1,
      visits: 2,
      destinations: 'Bolton, Caledon',
      kilometres,
      corrected_kilometres: null,
    };
    expect(await log(yesterday, yesterday)).toEqual([entry]);
    await answer(`public.correct_mileage('${yesterday}', 1::smallint, 31.5)`);
    await database.pool.query('select private.clear_personal_columns($1)', [ids]);
    await keep();
    expect(await log(yesterday, yesterday)).toEqual([{ ...entry, corrected_kilometres: 31.5 }]);
  });

  test('refuses a correction of a day that is not in the log', async () => {
    await expect(answer(`public.correct_mileage('2020-01-01', 1::smallint, 5)`)).rejects.toThrow(
      'mileage_not_found',
    );
  });
});
