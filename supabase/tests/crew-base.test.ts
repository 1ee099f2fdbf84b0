import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, localToday } from '../../domain/time/schedule.ts';
import type { Route } from '../contracts/route.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, wanted } from './bookings.ts';
import { ask, service, signUp, type Person } from './cast.ts';
import { callAs, markRain } from './rain.ts';
import { setTime } from './time-rules.ts';

const caledon = 'L7C 1A1';
const bolton = 'L7E 2B2';
const oshawa = 'L1H 4E4';

type Gap = { booking_time: string; crew: number | null; gap_minutes: number };

describeEachDatabase('A crew with a base and hours of its own', (open) => {
  let database: Database;
  let owner: Person;
  const day = String(wanted()['booking_date']);
  let visit: string;
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    await setTime(database.pool, 'crews = 2');
    await database.pool.query(
      `update public.travel_settings
       set is_on = true, base_postal_code = '${caledon}', leaves_at = '07:00', back_by = '20:00', setup_minutes = 10,
         packing_minutes = 5;
       update public.crews set base_postal_code = '${oshawa}' where number = 2;
       insert into public.crew_hours (crew, weekday, works_from, works_until)
       select 2, weekday, '08:00', '16:00' from generate_series(1, 7) as weekday`,
    );
    const near = { booking_date: day, postal_code: oshawa, city: 'Oshawa' };
    // The van in Caledon is too far away.
    visit = await book(database.pool, { ...near, booking_time: '09:00' });
  });
  afterAll(() => database.close());

  const route = () => callAs<NonNullable<Route>>(database.pool, owner, 'owner_route', day);
  const van = async () => (await route()).crews.find(({ crew }) => crew === 2);

  test('leaves from there on the route, at the time that the open times count with', async () => {
    const way = (await van())?.legs[0];
    expect(way).toMatchObject({ from: null, to: visit, minutes: 10, leave_at: '08:40' });
    // From 8:00.
    expect(way?.spare_minutes).toBe(40);
    const taken = await call<Gap[]>(database.pool, 'times_taken_for', oshawa, day, day);
    const atBase = taken.filter(({ crew, booking_time: time }) => crew === 2 && time !== '09:00');
    expect(atBase.map((one) => [one.booking_time, one.gap_minutes])).toEqual([
      ['00:00', (way?.minutes ?? 0) + 10],
      ['16:00', (way?.minutes ?? 0) + 5],
    ]);
  });

  test('returns there, and names it for the navigation', async () => {
    const { base, legs } = (await van()) ?? {};
    expect(base).toMatchObject({ postal_code: oshawa });
    // 12:00 and packing, the way and 16:00.
    expect(legs?.at(-1)).toMatchObject({ from: visit, to: null, minutes: 10, spare_minutes: 225 });
    expect((await route()).base).toMatchObject({ postal_code: caledon });
  });

  test('has the same way on Today and on the page of the booking', async () => {
    const minutes = (await van())?.legs[0]?.minutes;
    const { drive_minutes: onPage } = await callAs<{ drive_minutes: number }>(
      ...([database.pool, owner, 'booking_page', visit] as const),
    );
    expect(onPage).toBe(minutes);
  });

  test('is late by its own hours', async () => {
    const late = async () =>
      (
        await callAs<{ late: { visits: { id: string; leg: string; needs: number }[] } }>(
          ...([database.pool, owner, 'travel_page'] as const),
        )
      ).late.visits;
    expect(await late()).toEqual([]);
    await database.pool.query(`update public.crew_hours set works_from = '08:45'`);
    expect(await late()).toMatchObject([{ id: visit, leg: 'out', needs: 20 }]);
    await database.pool.query(`update public.crew_hours set works_from = '08:00'`);
  });

  test('shows no way from the visit before that is cancelled because of rain', async () => {
    const second = await book(database.pool, {
      booking_date: day,
      booking_time: '13:00',
      postal_code: bolton,
      city: 'Bolton',
    });
    await database.pool.query('update public.slot_claims set crew = 2 where booking_id = $1', [
      second,
    ]);
    const drive = async () =>
      (
        await callAs<{ drive_minutes: number }>(
          ...([database.pool, owner, 'booking_page', second] as const),
        )
      ).drive_minutes;
    const onRoute = async () => (await van())?.legs.find(({ to }) => to === second)?.minutes;
    expect(await drive()).toBe(await onRoute());
    await markRain(database.pool, owner, day, { [visit]: [] }, { part: 'morning' });
    expect(await drive()).toBe(await onRoute());
  });

  test('drives the kilometres of its own ways in the mileage log', async () => {
    const yesterday = addDays(localToday(Date.now()), -1);
    const kilometres = (await van())?.kilometres;
    await database.pool.query(
      `set session_replication_role = replica;
       update public.bookings set booking_date = '${yesterday}' where booking_date = '${day}';
       update public.slot_claims as claim set during = private.span_of(booking)
       from public.bookings as booking where booking.id = claim.booking_id;
       set session_replication_role = origin`,
    );
    await ask(database.pool, service, 'select public.keep_mileage()');
    const log = await callAs<{ crew: number; kilometres: number }[]>(
      ...([database.pool, owner, 'mileage_log', yesterday, yesterday] as const),
    );
    expect(log).toMatchObject([{ crew: 2, kilometres }]);
  });
});
