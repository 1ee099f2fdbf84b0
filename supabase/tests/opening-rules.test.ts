import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { addDays, localToday } from '../../domain/time/schedule.ts';
import { isWithinHours } from '../../domain/time/unusual-start.ts';
import { openingRules } from '../contracts/opening-rules.ts';
import { book, nextDay } from './bookings.ts';
import { anon, ask, signUp, type Person } from './cast.ts';
import { resetTime, setTime } from './time-rules.ts';

describeEachDatabase('The opening rules', (open) => {
  let database: Database;
  let customer: { id: string; person: Person };
  let id: string;
  beforeAll(async () => {
    database = await open();
    customer = await signUp(database.pool, 'ruled@example.com');
  });
  beforeEach(async () => {
    id = await book(database.pool, { user_id: customer.id });
  });
  afterEach(() => resetTime(database.pool));
  afterAll(() => database.close());

  const rules = async () => {
    const { rows } = await ask(database.pool, anon, 'select public.opening_rules() as rules');
    return rows[0]?.['rules'];
  };

  const move = (day: string, time: string) =>
    ask(
      database.pool,
      customer.person,
      'update public.bookings set booking_date = $2, booking_time = $3 where id = $1',
      [id, day, time],
    );
  const notOffered = { code: 'PT409', message: 'time_not_offered' };

  test('are readable by everyone', async () => {
    const today = localToday(Date.now());
    await setTime(database.pool, 'crews = 2, buffer_minutes = 15');
    await database.pool.query(`update public.opening_hours set is_open = false where weekday = 7`);
    await database.pool.query(`update public.opening_hours set starts = '{}' where weekday = 6`);
    await database.pool.query(
      `insert into public.opening_exceptions (day, is_open, starts, ends_by, label) values
       ($1::date - 1, false, null, null, 'Yesterday'), ($1, false, null, null, 'Secret'),
       ($1::date + 1, true, '{10:30}', '13:00', '')`,
      [today],
    );
    await database.pool.query(
      `delete from public.service_area; insert into public.service_area (prefix) values ('M'), ('L7')`,
    );
    const weekday = {
      isOpen: true,
      starts: ['09:00', '12:00', '15:00'],
      endsBy: '18:00',
      moveFrom: '08:30',
      moveUntil: '16:00',
      moveEveryMinutes: 30,
      moveEndsBy: '17:00',
    };
    expect(await rules()).toEqual({
      leastNoticeMinutes: 120,
      windowDays: 90,
      moveWindowDays: 365,
      bufferMinutes: 15,
      crews: 2,
      arrivalWindowMinutes: 0,
      hours: [
        ...[1, 2, 3, 4, 5].map((day) => ({ ...weekday, weekday: day })),
        { ...weekday, weekday: 6, starts: [] },
        { ...weekday, weekday: 7, isOpen: false },
      ],
      exceptions: [
        { day: today, isOpen: false, starts: null, endsBy: null },
        { day: addDays(today, 1), isOpen: true, starts: ['10:30'], endsBy: '13:00' },
      ],
      servedPrefixes: ['L7', 'M'],
      needsPlace: false,
      timesFrom: 'rules',
    });
  });

  test('ask for the place before the times while travel counts', async () => {
    const { pool } = database;
    await pool.query('update public.travel_settings set is_on = true');
    expect(await rules()).toMatchObject({ needsPlace: true, timesFrom: 'server' });
    await pool.query('update public.travel_settings set is_on = false');
    expect(await rules()).toMatchObject({ needsPlace: false, timesFrom: 'rules' });
  });

  test('of a weekday limit where a booking may move', async () => {
    await database.pool.query(
      `update public.opening_hours
       set move_from = '10:15', move_until = '13:00', move_every_minutes = 45, move_ends_by = '15:00'`,
    );
    const day = nextDay();
    for (const time of ['08:30', '10:30', '12:30']) {
      await expect(move(day, time)).rejects.toMatchObject(notOffered);
    }
    expect((await move(day, '11:00')).rowCount).toBe(1);
    await database.pool.query('update public.opening_hours set is_open = false');
    await expect(move(nextDay(), '11:00')).rejects.toMatchObject(notOffered);
  });

  test("of one day override its weekday's", async () => {
    const [closed, short, other] = [nextDay(), nextDay(), nextDay()];
    await database.pool.query(
      `insert into public.opening_exceptions (day, is_open, starts, ends_by) values
       ('${closed}', false, null, null), ('${short}', true, null, '12:00'), ('${other}', true, '{07:00,18:00}', '21:00')`,
    );
    await expect(move(closed, '11:00')).rejects.toMatchObject(notOffered);
    await expect(move(short, '09:30')).rejects.toMatchObject(notOffered);
    expect((await move(short, '09:00')).rowCount).toBe(1);
    await expect(move(other, '09:00')).rejects.toMatchObject(notOffered);
    expect((await move(other, '18:00')).rowCount).toBe(1);
  });

  test('open a day of a closed weekday', async () => {
    const day = nextDay();
    await database.pool.query('update public.opening_hours set is_open = false');
    await expect(move(day, '11:00')).rejects.toMatchObject(notOffered);
    await database.pool.query(
      `insert into public.opening_exceptions (day, is_open) values ('${day}', true)`,
    );
    expect((await move(day, '11:00')).rowCount).toBe(1);
  });

  test('say the same about a start outside the opening hours in the browser', async () => {
    const first = nextDay();
    const days = [0, 1, 2, 3].map((ahead) => addDays(first, ahead));
    await database.pool.query(
      `insert into public.opening_exceptions (day, is_open, starts, ends_by, label) values
       ($1::date + 1, false, null, null, ''), ($1::date + 2, true, '{10:30,13:00}', null, ''),
       ($1::date + 3, true, null, '13:00', '')`,
      [first],
    );
    const known = openingRules.shape.parse(await rules());
    const asked = days.flatMap((date) =>
      ['08:15', '08:30', '10:29', '10:30', '11:31', '16:30', '16:31'].map((time) => [date, time]),
    ) as [string, string][];
    const { rows } = await database.pool.query<{ within: boolean }>(
      `select private.is_within_hours(day, start, 90) as within
       from unnest($1::date[], $2::time[]) with ordinality as asked (day, start, place) order by place`,
      [asked.map(([date]) => date), asked.map(([, time]) => time)],
    );
    expect(rows.map(({ within }) => within)).toEqual(
      asked.map(([date, time]) => isWithinHours({ rules: known, date, time, durationMinutes: 90 })),
    );
  });

  test('limit how far ahead a booking may move', async () => {
    await setTime(database.pool, 'move_window_days = 100');
    const today = localToday(Date.now());
    expect((await move(addDays(today, 99), '11:00')).rowCount).toBe(1);
    await expect(move(addDays(today, 102), '11:00')).rejects.toMatchObject({
      message: 'date_too_far',
    });
  });

  test.each([
    ['starts out of order', `opening_hours set starts = '{12:00,09:00}'`],
    ['a start twice', `opening_hours set starts = '{09:00,09:00}'`],
    ['a start with seconds', `opening_hours set starts = '{09:00:30}'`],
    ['an end after midnight', `opening_hours set ends_by = '24:00'`],
    ['moves that end before they begin', `opening_hours set move_until = '08:00'`],
    ['no crew', 'time_settings set crews = 0'],
  ])('reject %s', async (_what, change) => {
    await expect(database.pool.query(`update public.${change}`)).rejects.toMatchObject({
      code: '23514',
    });
  });
});
