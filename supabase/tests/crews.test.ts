import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, lapse, settle, stored, wanted, type Wanted } from './bookings.ts';
import { resetTime, setTime } from './time-rules.ts';

const clients = 20;

describeEachDatabase('Crews', { both: 'locks' }, (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ maxConnections: clients });
  });
  afterEach(() => resetTime(database.pool));
  afterAll(() => database.close());

  const at = (booking_date: Wanted[string], booking_time: string, rest: Wanted = {}) =>
    wanted({ booking_date, booking_time, ...rest });

  const taken = { code: 'PT409', message: 'slot_taken' };

  const crewsOn = async (day: unknown) => {
    const { rows } = await database.pool.query<{ it: string }>(
      `select private.local_time(lower(during)) || ' ' || coalesce(crew::text, 'null') as it
       from public.slot_claims where local_date = $1 order by 1`,
      [day],
    );
    return rows.map(({ it }) => it);
  };

  test('number one by default', async () => {
    const { booking_date: day = null } = wanted();
    await hold(database.pool, at(day, '12:00'));
    await expect(hold(database.pool, at(day, '12:00'))).rejects.toMatchObject(taken);
    expect(await crewsOn(day)).toEqual(['12:00 1']);
  });

  test('take one time each: of twenty simultaneous requests as many win as there are crews', async () => {
    await setTime(database.pool, 'crews = 2');
    for (let round = 0; round < 3; round += 1) {
      const { booking_date: day = null } = wanted();
      const results = await Promise.allSettled(
        Array.from({ length: clients }, () => hold(database.pool, at(day, '12:00'))),
      );
      const lost = results.flatMap((one) =>
        one.status === 'rejected' ? [(one.reason as Error).message] : [],
      );
      expect(lost).toHaveLength(clients - 2);
      expect(new Set(lost)).toEqual(new Set(['slot_taken']));
      expect(await crewsOn(day)).toEqual(['12:00 1', '12:00 2']);
    }
  });

  test('never have overlapping claims, for any writer', async () => {
    const first = await book(database.pool);
    const second = await book(database.pool);
    const { booking_date: day } = await stored(database.pool, first);
    const onto = database.pool.query(
      `update public.slot_claims set during = (select during from public.slot_claims where booking_id = $1)
       where booking_id = $2`,
      [first, second],
    );
    await expect(onto).rejects.toMatchObject({ code: '23P01' });
    expect(await crewsOn(day)).toEqual(['12:00 1']);
  });

  test('that were reduced keep their bookings, which still count', async () => {
    await setTime(database.pool, 'crews = 2');
    const { booking_date: day = null } = wanted();
    const first = await book(database.pool, at(day, '12:00'));
    await book(database.pool, at(day, '12:00'));
    await setTime(database.pool, 'crews = 1');
    expect(await crewsOn(day)).toEqual(['12:00 1', '12:00 2']);
    await call(database.pool, 'release_booking', first, 2000, 2000, 'test');
    expect(await crewsOn(day)).toEqual(['12:00 2']);
    await expect(hold(database.pool, at(day, '12:00'))).rejects.toMatchObject(taken);
    await hold(database.pool, at(day, '15:00'));
    expect(await crewsOn(day)).toEqual(['12:00 2', '15:00 1']);
  });

  test('that were reduced do not prevent the payment of an open hold', async () => {
    await setTime(database.pool, 'crews = 2');
    const booking = wanted();
    await hold(database.pool, booking);
    const held = await hold(database.pool, at(booking['booking_date'] ?? null, '12:00'));
    await setTime(database.pool, 'crews = 1, buffer_minutes = 240');
    await call(database.pool, 'extend_hold', held.booking_id, 15, 2, 5);
    const { outcome } = await settle(database.pool, 'pi_fewer', held.booking_id);
    expect(outcome).toBe('settled');
  });

  test('that were reduced do not renew an expired hold', async () => {
    await setTime(database.pool, 'crews = 2');
    const booking = wanted();
    await book(database.pool, booking);
    const day = booking['booking_date'] ?? null;
    const [extended, paid] = [
      await hold(database.pool, at(day, '12:00')),
      await hold(database.pool, at(day, '09:00')),
    ];
    await book(database.pool, at(day, '09:00'));
    await setTime(database.pool, 'crews = 1');
    await lapse(database.pool, extended.booking_id);
    await lapse(database.pool, paid.booking_id);
    await expect(
      call(database.pool, 'extend_hold', extended.booking_id, 15, 2, 5),
    ).rejects.toMatchObject(taken);
    const { outcome } = await settle(database.pool, 'pi_lapsed_crew', paid.booking_id);
    expect(outcome).toBe('refund_due');
  });

  test('keep a booking that moves, if possible', async () => {
    await setTime(database.pool, 'crews = 3');
    const { booking_date: day = null } = wanted();
    await book(database.pool, at(day, '09:00'));
    const second = await book(database.pool, at(day, '09:00'));
    const move = (time: string) =>
      database.pool.query('update public.bookings set booking_time = $2 where id = $1', [
        second,
        time,
      ]);
    const changes = async () => {
      const { rows } = await database.pool.query<{ it: string }>(
        `select concat(was ->> 'crew', ' > ', "is" ->> 'crew') as it
         from public.booking_changes where booking_id = $1 and action = 'crew_changed'`,
        [second],
      );
      return rows.map(({ it }) => it);
    };
    await move('15:00');
    expect(await crewsOn(day)).toEqual(['09:00 1', '15:00 2']);
    expect(await changes()).toEqual([]);
    await book(database.pool, at(day, '12:00'));
    await book(database.pool, at(day, '12:00'));
    await move('12:00');
    expect(await crewsOn(day)).toEqual(['09:00 1', '12:00 1', '12:00 2', '12:00 3']);
    // Two visits at noon took crews 1 and 2.
    expect(await changes()).toEqual(['Crew 2 > Crew 3']);
  });

  describe('with ways of their own', () => {
    afterEach(async () => {
      await database.pool.query('delete from public.crew_hours');
      await database.pool.query('update public.crews set skills = null, base_postal_code = null');
      await setTravel('is_on = false');
    });
    const setTravel = (changes: string) =>
      database.pool.query(`update public.travel_settings set ${changes}`);
    const timesFrom = async () => {
      const { rows } = await database.pool.query<{ answer: boolean }>(
        'select private.times_need_server() as answer',
      );
      return rows[0]?.answer === true ? 'server' : 'rules';
    };

    test('do only the services they can', async () => {
      await setTime(database.pool, 'crews = 2');
      expect(await timesFrom()).toBe('rules');
      await database.pool.query(`update public.crews set skills = '{basic-wash}' where number = 1`);
      expect(await timesFrom()).toBe('server');
      const { booking_date: day = null } = wanted();
      await book(database.pool, at(day, '12:00'));
      await expect(hold(database.pool, at(day, '12:00'))).rejects.toMatchObject(taken);
      await book(database.pool, at(day, '12:00', { service_id: 'basic-wash' }));
      expect(await crewsOn(day)).toEqual(['12:00 1', '12:00 2']);
    });

    test('work in their hours, on their days', async () => {
      await setTime(database.pool, 'crews = 2');
      const { booking_date: day = null } = wanted();
      await database.pool.query(
        `insert into public.crew_hours
         values (1, extract(isodow from $1::date), '12:00', '15:00'),
           (2, extract(isodow from $1::date + 1), '09:00', '17:00')`,
        [day],
      );
      await expect(hold(database.pool, at(day, '11:00'))).rejects.toMatchObject(taken);
      await expect(hold(database.pool, at(day, '12:30'))).rejects.toMatchObject(taken);
      await book(database.pool, at(day, '12:00'));
      expect(await crewsOn(day)).toEqual(['12:00 1']);
    });

    test('start from their own base when travel counts', async () => {
      await setTime(database.pool, 'crews = 2');
      await setTravel(`is_on = true, base_postal_code = 'L7C 1A1', leaves_at = '08:00'`);
      await database.pool.query(
        `update public.crews set base_postal_code = 'L1H 4E4' where number = 2`,
      );
      const { booking_date: day = null } = wanted();
      const place = { postal_code: 'L1H 4E4', duration_minutes: 60 };
      await expect(hold(database.pool, at(day, '08:15', place))).rejects.toMatchObject(taken);
      await book(database.pool, at(day, '08:30', place));
      expect(await crewsOn(day)).toEqual(['08:30 2']);
    });
  });

  test('keep their numbers when one in the middle is removed, and are counted from one', async () => {
    await setTime(database.pool, 'crews = 3');
    await database.pool.query('delete from public.crews where number = 2');
    await setTime(database.pool, 'crews = 2');
    const { booking_date: day = null } = wanted();
    for (let count = 0; count < 2; count += 1) await book(database.pool, at(day, '12:00'));
    await expect(hold(database.pool, at(day, '12:00'))).rejects.toMatchObject(taken);
    expect(await crewsOn(day)).toEqual(['12:00 1', '12:00 3']);
    const { rows } = await database.pool.query<{ crew: number }>(
      `select (jsonb_array_elements(public.times_taken_for('', $1, $1)) -> 'crew')::integer as crew`,
      [day],
    );
    expect(rows.map(({ crew }) => crew)).toEqual([1, 2]);
  });

  describe('and the minutes between bookings', () => {
    test('apply before and after, to new and moved bookings', async () => {
      await setTime(database.pool, 'buffer_minutes = 30');
      const { booking_date: day = null } = wanted();
      const noon = await book(database.pool, at(day, '12:00'));
      for (const time of ['09:00', '09:15', '15:00', '15:29']) {
        await expect(hold(database.pool, at(day, time))).rejects.toMatchObject(taken);
      }
      await book(database.pool, at(day, '08:30'));
      await book(database.pool, at(day, '15:30'));
      const moved = database.pool.query(
        `update public.bookings set booking_time = '12:15' where id = $1`,
        [noon],
      );
      await expect(moved).rejects.toMatchObject(taken);
    });

    test('apply to one crew only, and not around blocked time', async () => {
      await setTime(database.pool, 'buffer_minutes = 30, crews = 2');
      const { booking_date: day = null } = wanted();
      await book(database.pool, at(day, '12:00'));
      await book(database.pool, at(day, '15:00'));
      expect(await crewsOn(day)).toEqual(['12:00 1', '15:00 2']);
      await database.pool.query(
        `insert into public.slot_claims (during, reason, crew)
         values (tstzrange(($1::date + time '06:00') at time zone 'America/Toronto',
                           ($1::date + time '09:00') at time zone 'America/Toronto'), 'Off', null)`,
        [day],
      );
      await book(database.pool, at(day, '09:00'));
      expect(await crewsOn(day)).toEqual(['06:00 null', '09:00 2', '12:00 1', '15:00 2']);
    });

    test('apply to twenty simultaneous requests for times too close together', async () => {
      await setTime(database.pool, 'buffer_minutes = 60');
      const { booking_date: day = null } = wanted();
      const times = ['09:00', '12:00', '15:00'];
      await Promise.allSettled(
        Array.from({ length: clients }, (_, client) =>
          hold(database.pool, at(day, times[client % times.length] ?? '09:00')),
        ),
      );
      const standing = await crewsOn(day);
      expect([['09:00 1', '15:00 1'], ['12:00 1']]).toContainEqual(standing);
    });

    test('do not apply to an expired hold', async () => {
      await setTime(database.pool, 'buffer_minutes = 30');
      const booking = wanted();
      const lapsed = await hold(database.pool, booking);
      await lapse(database.pool, lapsed.booking_id);
      await hold(database.pool, at(booking['booking_date'] ?? null, '15:00'));
      const { has_claim } = await stored(database.pool, lapsed.booking_id);
      expect(has_claim).toBe(false);
    });
  });
});
