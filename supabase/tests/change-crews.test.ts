import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, wanted, type Wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';
import { cancelForRain } from './rain.ts';
import { resetTime, setTime } from './time-rules.ts';

type Crew = {
  number: number;
  title: string;
  ways: object;
  members: object[];
  ahead: number;
  first_work: string | null;
};

describeEachDatabase('The owner', { both: 'access' }, (open) => {
  let database: Database;
  let boss: Person;
  let member: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    ({ person: boss } = await signUp(database.pool, 'boss@example.com', { admin: true }));
    member = await signUp(database.pool, 'member@example.com');
  });
  afterEach(async () => {
    await database.pool.query('delete from public.slot_claims');
    // Crews without names and ways, counted from 1.
    await database.pool.query('delete from public.crews');
    await resetTime(database.pool);
  });
  afterAll(() => database.close());

  const as = async <Answer>(who: Person, sql: string, values: unknown[] = []) => {
    const { rows } = await ask(database.pool, who, `select ${sql} as answer`, values);
    return rows[0]?.['answer'] as Answer;
  };
  const crews = () => as<Crew[]>(boss, 'public.crews_page()');
  const at = (day: unknown, booking_time: string, rest: Wanted = {}) =>
    wanted({ booking_date: day as string, booking_time, ...rest });
  const changes = async () => {
    const { rows } = await database.pool.query<{ line: string }>(
      `select concat_ws(' ', actor_label, action, crew, was, "is") as line
       from public.crew_changes order by id`,
    );
    await database.pool.query('truncate public.crew_changes');
    return rows.map(({ line }) => line);
  };

  describe('keeps crews', () => {
    test('that are added and removed with the number in the settings, and recorded', async () => {
      await changes();
      expect(await as(boss, `public.add_crew(' North van ')`)).toBe(2);
      expect((await crews()).map(({ title }) => title)).toEqual(['Crew 1', 'North van']);
      expect(await as(boss, `public.opening_rules() ->> 'crews'`)).toBe('2');
      await as(boss, 'public.remove_crew(1::smallint)');
      expect((await crews()).map(({ number }) => number)).toEqual([2]);
      expect(await as(boss, `public.opening_rules() ->> 'crews'`)).toBe('1');
      await expect(as(boss, 'public.remove_crew(2::smallint)')).rejects.toThrow('last_crew');
      expect(await changes()).toEqual([
        'boss@example.com added 2 {"name": "North van"}',
        'boss@example.com removed 1 {"name": "Crew 1"}',
      ]);
    });

    test('with their own ways, and hears what is wrong with them', async () => {
      const ways = {
        name: 'South van',
        base: 'L1H 4E4',
        hours: [{ weekday: 1, from: '08:00', until: '24:00' }],
        skills: ['basic-wash'],
      };
      const save = (change: object) =>
        as(boss, 'public.save_crew(1::smallint, $1)', [JSON.stringify({ ...ways, ...change })]);
      await changes();
      await save({ base: ' l1h 4e4 ' });
      expect((await crews())[0]).toMatchObject({ title: 'South van', ways });
      await save({});
      expect(await changes()).toHaveLength(1);
      await expect(save({ base: 'X0X 0X0' })).rejects.toThrow('base_unknown');
      await expect(save({ skills: [] })).rejects.toThrow('crew_skills_invalid');
      await expect(save({ name: 'x'.repeat(41) })).rejects.toThrow('crew_name_invalid');
      for (const hours of [
        [],
        [{ weekday: 8, from: '08:00', until: '09:00' }],
        [{ weekday: 1, from: '09:00', until: '09:00' }],
        [{ weekday: 1, from: 'dawn', until: '09:00' }],
      ]) {
        await expect(save({ hours })).rejects.toThrow('crew_hours_invalid');
      }
      expect((await crews())[0]).toMatchObject({ ways });
      await save({ base: null, hours: null, skills: null });
      expect((await crews())[0]?.ways).toEqual({
        name: 'South van',
        base: null,
        hours: null,
        skills: null,
      });
    });

    test('that have visits ahead', async () => {
      await setTime(database.pool, 'crews = 2');
      const { booking_date: day = null } = wanted();
      await book(database.pool, at(day, '12:00'));
      await expect(as(boss, 'public.remove_crew(1::smallint)')).rejects.toMatchObject({
        message: 'crew_has_visits',
        detail: day,
      });
      expect((await crews()).map(({ first_work: first }) => first)).toEqual([day, null]);
      await as(boss, 'public.remove_crew(2::smallint)');
      expect((await crews()).map(({ ahead }) => ahead)).toEqual([1]);
    });

    test('with the number of their visits ahead, without held times and days cancelled because of rain', async () => {
      const { booking_date: day = null } = wanted();
      const visit = await book(database.pool, at(day, '12:00'));
      await hold(database.pool, at(wanted()['booking_date'] ?? null, '12:00'));
      const ahead = async () => (await crews())[0]?.ahead;
      expect(await ahead()).toBe(1);
      await cancelForRain(database.pool, visit);
      expect(await ahead()).toBe(0);
    });

    test('with visits that are done, though their time is not over', async () => {
      const { booking_date: day = null } = wanted();
      const visit = await book(database.pool, at(day, '12:00'));
      await database.pool.query('update public.bookings set done_at = now() where id = $1', [
        visit,
      ]);
      expect((await crews())[0]).toMatchObject({ ahead: 0, first_work: null });
    });

    test('that have visits ahead, also when the number of crews is lowered with the other rules', async () => {
      await setTime(database.pool, 'crews = 2');
      const { booking_date: day = null } = wanted();
      await book(database.pool, at(day, '12:00'));
      const second = await book(database.pool, at(day, '12:00'));
      const lower = (isPreview: boolean) =>
        as(boss, 'public.change_opening_rules($1, null, $2)', [
          JSON.stringify({ settings: { crews: 1 } }),
          isPreview,
        ]);
      for (const isPreview of [true, false]) {
        await expect(lower(isPreview)).rejects.toMatchObject({
          message: 'crew_has_visits',
          detail: day,
        });
      }
      expect(await crews()).toHaveLength(2);
      await call(database.pool, 'release_booking', second, 2000, 2000, 'test');
      await changes();
      await lower(true);
      expect(await crews()).toHaveLength(2);
      await lower(false);
      expect(await crews()).toHaveLength(1);
      expect(await changes()).toEqual(['boss@example.com removed 2 {"name": "Crew 2"}']);
    });

    test("with members, who lose access when they're removed", async () => {
      await setTime(database.pool, 'crews = 2');
      await changes();
      const add = (crew: number, email: string) =>
        as(boss, 'public.add_crew_member($1::smallint, $2)', [crew, email]);
      expect(await as(member.person, 'public.my_crew()')).toBeNull();
      await add(1, ' Member@Example.com ');
      await add(1, 'member@example.com');
      expect(await as(member.person, 'public.my_crew()')).toBe(1);
      await add(2, 'member@example.com');
      expect(await as(member.person, 'public.my_crew()')).toBe(2);
      expect((await crews()).map(({ members }) => members.length)).toEqual([0, 1]);
      await as(boss, 'public.remove_crew_member($1)', [member.id]);
      expect(await as(member.person, 'public.my_crew()')).toBeNull();
      await expect(as(member.person, 'public.crew_days()')).rejects.toThrow('administrators_only');
      await signUp(database.pool, 'late@example.com', { confirmed: false });
      await expect(add(1, 'late@example.com')).rejects.toThrow('account_not_found');
      const was = '{"email": "member@example.com"}';
      expect(await changes()).toEqual([
        `boss@example.com member_added 1 ${was}`,
        `boss@example.com member_removed 1 ${was}`,
        `boss@example.com member_added 2 ${was}`,
        `boss@example.com member_removed 2 ${was}`,
      ]);
    });
  });

  describe('gives a visit to another crew', () => {
    const change = (id: string, crew: number) =>
      as(boss, 'public.change_crew($1, $2::smallint)', [id, crew]);
    const choice = async (id: string) => {
      const answer = await crewsFor(id);
      return answer.map((one) => (one.is_present ? 'present' : one.is_free ? 'free' : 'busy'));
    };
    const crewsFor = (id: string) =>
      as<{ is_present: boolean; is_free: boolean; in_the_way: object | null }[]>(
        boss,
        'public.crews_for_visit($1)',
        [id],
      );
    const inTheWay = async (id: string) => (await crewsFor(id)).map(({ in_the_way: way }) => way);

    test('that can do it, in the history by the names of both', async () => {
      await setTime(database.pool, 'crews = 3, buffer_minutes = 30');
      await database.pool.query(`update public.crews set name = 'Van ' || number`);
      const { booking_date: day = null } = wanted();
      const noon = await book(database.pool, at(day, '12:00'));
      await book(database.pool, at(day, '12:00'));
      expect(await choice(noon)).toEqual(['present', 'busy', 'free']);
      await expect(change(noon, 2)).rejects.toThrow('crew_unavailable');
      await change(noon, 3);
      await change(noon, 3);
      expect(await choice(noon)).toEqual(['free', 'busy', 'present']);
      const { rows } = await database.pool.query(
        `select actor_label, was, "is" from public.booking_changes
         where booking_id = $1 and action = 'crew_changed'`,
        [noon],
      );
      expect(rows).toEqual([
        { actor_label: 'boss@example.com', was: { crew: 'Van 1' }, is: { crew: 'Van 3' } },
      ]);
    });

    test('with a move only when its own is busy then, and says so before', async () => {
      await setTime(database.pool, 'crews = 3');
      const { booking_date: day = null } = wanted();
      const noon = await book(database.pool, at(day, '12:00'));
      await change(noon, 2);
      const after = (time: string) =>
        as<number | null>(boss, 'public.crew_after_move($1, $2, $3)', [noon, day, time]);
      const three = await book(database.pool, at(day, '15:00'));
      expect(await after('15:00'), 'its own is free').toBe(2);
      await change(three, 2);
      expect(await after('15:00'), 'its own is busy').toBe(1);
      await book(database.pool, at(day, '15:00'));
      await book(database.pool, at(day, '15:00'));
      expect(await after('15:00'), 'nobody is free').toBeNull();
      expect(await choice(noon), 'nothing has moved').toEqual(['free', 'present', 'free']);
      expect(await after('09:00')).toBe(2);
      await as(boss, `public.move_booking($1, $2, '09:00')`, [noon, day]);
      expect(await choice(noon)).toEqual(['free', 'present', 'free']);
      await expect(as(boss, 'public.crew_after_move($1, $2, null)', [noon, day])).rejects.toThrow(
        'invalid_time',
      );
    });

    test.each([
      ['09:00', '12:00'],
      ['12:00', '09:00'],
    ])('and names what is on at noon, not what is too close, booked %s, %s', async (...times) => {
      await setTime(database.pool, 'crews = 2, buffer_minutes = 0');
      const { booking_date: day = null } = wanted();
      const noon = await book(database.pool, at(day, '12:00'));
      for (const time of times) {
        const other = await book(database.pool, at(day, time));
        await database.pool.query('update public.slot_claims set crew = 2 where booking_id = $1', [
          other,
        ]);
      }
      await setTime(database.pool, 'buffer_minutes = 90');
      expect((await inTheWay(noon))[1]).toMatchObject({ why: 'visit', time: '12:00' });
    });

    test('and says what is in the way of the others', async () => {
      await setTime(database.pool, 'crews = 5, buffer_minutes = 30');
      const { booking_date: day = null } = wanted();
      const noon = await book(database.pool, at(day, '12:00'));
      const name = { customer_name: 'Nora North' };
      const other = await book(database.pool, { ...at(day, '11:00'), ...name });
      await as(boss, 'public.change_crew($1, 2::smallint)', [other]);
      expect(await inTheWay(noon)).toEqual([
        null,
        { why: 'visit', booking_id: other, time: '11:00', ...name },
        null,
        null,
        null,
      ]);
      await as(boss, `public.add_time_off($1, null, $1, null, 'Dentist', 3::smallint)`, [day]);
      await database.pool.query(
        `update public.crews set skills = '{nothing-here}' where number in (2, 4)`,
      );
      await database.pool.query(
        `insert into public.crew_hours (crew, weekday, works_from, works_until)
         values (5, extract(isodow from $1::date), '07:00', '09:00')`,
        [day],
      );
      expect(await inTheWay(noon)).toEqual([
        null,
        { why: 'service' },
        { why: 'blocked_time', reason: 'Dentist' },
        { why: 'service' },
        { why: 'hours' },
      ]);
      await expect(change(noon, 5)).rejects.toThrow('crew_unavailable');
    });

    test('but not one that has the day off, lacks the skill or is unknown', async () => {
      await setTime(database.pool, 'crews = 3');
      const { booking_date: day = null } = wanted();
      const noon = await book(database.pool, at(day, '12:00'));
      await as(boss, `public.add_time_off($1, null, $1, null, 'Away', 2::smallint)`, [day]);
      await database.pool.query(`update public.crews set skills = '{basic-wash}' where number = 3`);
      expect(await choice(noon)).toEqual(['present', 'busy', 'busy']);
      await expect(change(noon, 2)).rejects.toThrow('crew_unavailable');
      await expect(change(noon, 3)).rejects.toThrow('crew_unavailable');
      await expect(change(noon, 4)).rejects.toThrow('crew_not_found');
      await database.pool.query('update public.bookings set done_at = now() where id = $1', [noon]);
      await database.pool.query('update public.crews set skills = null');
      await expect(change(noon, 3)).rejects.toThrow('visit_over');
    });
  });
});
