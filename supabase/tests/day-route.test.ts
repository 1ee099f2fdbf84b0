import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays, localToday } from '../../domain/time/schedule.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, wanted } from './bookings.ts';
import { anon, ask, service, signUp, type Person } from './cast.ts';
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

  test('has the same way to a visit as the page of its booking', async () => {
    await visit('09:00', bolton, 'Bolton');
    const later = await visit('15:00', caledon, 'Caledon');
    const onPage = async () =>
      (await answer(`public.booking_page('${later}') -> 'drive_minutes'`)) as number | null;
    expect(await onPage()).toBeNull();
    await setTravel(fromBase);
    const leg = (await route())?.crews[0]?.legs.find(({ to }) => to === later);
    expect(leg?.minutes).toBeGreaterThan(10);
    expect(await onPage()).toBe(leg?.minutes);
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
      (await ask(database.pool, service, 'select public.keep_mileage() as it')).rows[0]?.['it'];
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

  const georgetown = 'L7G 1A1';

  /** The visit in the middle is far from the other two: the day is shorter when it is the last or the first. */
  async function dayToSwap() {
    await setTravel(`${fromBase}, swap_minutes = 15, road_factor = 1, speed_kmh = 100`);
    const put = (time: string, code: string, city: string, email: string) =>
      book(database.pool, {
        booking_date: day,
        booking_time: time,
        postal_code: code,
        city,
        customer_email: email,
        duration_minutes: 120,
      });
    return {
      first: await put('08:00', oshawa, 'Oshawa', 'first@example.com'),
      second: await put('12:00', georgetown, 'Georgetown', 'second@example.com'),
      third: await put('16:00', 'L1J 2B2', 'Oshawa', 'third@example.com'),
    };
  }
  type Swaps = {
    best: { first: string; second: string; saved_minutes: number } | null;
    asked: { id: string; visits: { id: string; has_agreed: boolean }[] }[];
  };
  const swaps = async () =>
    ((await answer(`public.owner_route('${day}')`)) as { swaps: Swaps }).swaps;
  const propose = ({ first, second }: { first: string; second: string }) =>
    answer(`public.propose_swap('${first}', '${second}')`);
  const linkTo = async (booking: string) => {
    const { rows } = await database.pool.query<{ path: string }>(
      `select data -> 'offer' ->> 'path' as path from public.mail_outbox
       where template_type = 'swap_request' and booking_id = $1 order by created_at desc limit 1`,
      [booking],
    );
    return String(rows[0]?.path).replace('/swap?token=', '');
  };
  const say = async (booking: string, agrees: boolean) => {
    const { rows } = await ask(
      database.pool,
      anon,
      `select public.answer_swap('${await linkTo(booking)}', ${agrees}) ->> 'state' as it`,
    );
    return (rows[0] as { it: string }).it;
  };
  const timesOf = async (...ids: string[]) => {
    const { rows } = await database.pool.query<{ it: string }>(
      `select string_agg(to_char(booking.booking_time, 'HH24:MI') || ' ' || private.local_time(lower(claim.during)), ', '
         order by array_position($1, booking.id)) as it
       from public.bookings as booking join public.slot_claims as claim on claim.booking_id = booking.id
       where booking.id = any ($1)`,
      [ids],
    );
    return rows[0]?.it;
  };

  test('suggests the swap that saves most, and none without the setting', async () => {
    const { first, second } = await dayToSwap();
    const { best } = await swaps();
    expect(best?.saved_minutes).toBeGreaterThan(15);
    // The two at the far end come one after the other, or the near one comes first: both save the same.
    expect([best?.first, best?.second]).toContain(second);
    expect([best?.first, best?.second]).not.toEqual([first, second].reverse());
    await database.pool.query('update public.travel_settings set swap_minutes = 240');
    expect((await swaps()).best).toBeNull();
    await database.pool.query('update public.travel_settings set swap_minutes = null');
    expect((await swaps()).best).toBeNull();
  });

  test('swaps two visits once both customers agree, and tells them', async () => {
    const { first, second, third } = await dayToSwap();
    await propose({ first: second, second: third });
    expect((await swaps()).best).toBeNull();
    expect(await say(second, true)).toBe('agreed');
    expect(await timesOf(first, second, third)).toBe('08:00 08:00, 12:00 12:00, 16:00 16:00');
    expect((await swaps()).asked[0]?.visits.map(({ has_agreed }) => has_agreed)).toEqual([
      true,
      false,
    ]);
    expect(await say(third, true)).toBe('swapped');
    expect(await timesOf(first, second, third)).toBe('08:00 08:00, 16:00 16:00, 12:00 12:00');
    const { rows } = await database.pool.query(
      `select booking_id from public.mail_outbox where template_type = 'booking_rescheduled'
       and booking_id in ($1, $2) order by booking_id = $2`,
      [second, third],
    );
    expect(rows).toEqual([{ booking_id: second }, { booking_id: third }]);
    expect(await say(second, true)).toBe('swapped');
    const { rows: held } = await database.pool.query(
      `select from public.slot_claims where reason is not null`,
    );
    expect(held).toHaveLength(0);
  });

  test('keeps both appointments when a customer declines, and asks no more', async () => {
    const { second, third } = await dayToSwap();
    await propose({ first: second, second: third });
    expect(await say(second, true)).toBe('agreed');
    expect(await say(third, false)).toBe('over');
    expect(await timesOf(second, third)).toBe('12:00 12:00, 16:00 16:00');
    const all = await swaps();
    expect([all.best, all.asked]).toEqual([null, []]);
  });

  test('keeps both appointments when one of them was moved meanwhile', async () => {
    const { second, third } = await dayToSwap();
    await propose({ first: second, second: third });
    await answer(`public.move_booking('${third}', '${day}', '17:00', true)`);
    await expect(say(second, true)).rejects.toThrow('offer_lapsed');
    expect(await timesOf(second, third)).toBe('12:00 12:00, 17:00 17:00');
  });

  test('holds what a swap needs until it is answered or withdrawn', async () => {
    const { second, third } = await dayToSwap();
    await propose({ first: second, second: third });
    const [proposal] = (await swaps()).asked;
    await expect(propose({ first: second, second: third })).rejects.toThrow('swap_impossible');
    await answer(`public.withdraw_swap('${String(proposal?.id)}')`);
    await expect(say(second, true)).rejects.toThrow('offer_lapsed');
    await propose({ first: second, second: third });
    expect((await swaps()).asked).toHaveLength(1);
  });

  test('refuses a swap that saves nothing', async () => {
    const { first, third } = await dayToSwap();
    await expect(propose({ first, second: third })).rejects.toThrow('swap_impossible');
  });
});
