import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Misfits } from '../contracts/time-page.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, hold, nextDay, wanted, type Wanted } from './bookings.ts';
import { anon, ask, signUp, type Person } from './cast.ts';
import { setTime } from './time-rules.ts';

type Hours = Record<string, unknown> & { weekday: number };
type Page = {
  mark: string;
  rules: { hours: Hours[]; exceptions: { day: string }[]; servedPrefixes: string[]; crews: number };
  labels: Record<string, string>;
  timeOff: { id: string; day: string; from: string; until: string; reason: string }[];
  outside: Misfits;
};

const closed = (day: string) => ({ day, isOpen: false, label: 'Closed' });
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

describeEachDatabase("The owner's change of hours", (open) => {
  let database: Database;
  let owner: Person;
  let customer: Person;
  let start: Page;

  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    customer = (await signUp(database.pool, 'customer@example.com')).person;
    start = await page();
  });
  afterAll(() => database.close());
  afterEach(async () => {
    await database.pool.query('delete from public.slot_claims');
    const { hours, ...rest } = start.rules;
    await change({ hours, exceptions: [], servedPrefixes: [], settings: rest });
  });

  async function rpc<Value>(who: Person, call: string, values: unknown[] = []): Promise<Value> {
    const { rows } = await ask(database.pool, who, `select public.${call} as answer`, values);
    return rows[0]?.['answer'] as Value;
  }

  const page = () => rpc<Page>(owner, 'time_page()');
  const change = (changes: unknown, basis: string | null = null, isPreview = false) =>
    rpc<Page>(owner, 'change_opening_rules($1, $2, $3)', [
      JSON.stringify(changes),
      basis,
      isPreview,
    ]);
  const outside = async () => (await page()).outside;
  /** The rules that bookings break, by id; fitting bookings are left out. */
  const broken = ({ bookings }: Misfits) =>
    Object.fromEntries(bookings.map(({ id, rules }) => [id, rules]));
  /** One weekday with this change. */
  const weekday = (day: string, changes: Partial<Hours>) => ({
    hours: [{ ...start.rules.hours[weekdayOf(day) - 1], ...changes }],
  });
  const refusal = (message: string, detail?: string) => ({
    code: 'PT400',
    message,
    ...(detail !== undefined && { detail }),
  });

  describe('of the rules', () => {
    test('changes the given parts and leaves the others', async () => {
      const day = nextDay();
      await change(weekday(day, { isOpen: false, starts: [] }));
      await change({ settings: { leastNoticeMinutes: 240, crews: 2 } });
      await change({ exceptions: [closed(day)] });
      const { rules, labels } = await page();
      expect(rules).toMatchObject({ leastNoticeMinutes: 240, crews: 2, windowDays: 90 });
      expect(rules.hours.filter(({ isOpen }) => isOpen)).toHaveLength(6);
      expect(rules.exceptions).toEqual([{ day, isOpen: false, starts: null, endsBy: null }]);
      expect(labels).toEqual({ [day]: 'Closed' });
    });

    test('sorts the starts of a day and removes repeats', async () => {
      const day = nextDay();
      await change(weekday(day, { starts: ['13:00', '08:00', '13:00'] }));
      const { rules } = await page();
      expect(rules.hours[weekdayOf(day) - 1]?.['starts']).toEqual(['08:00', '13:00']);
      await change({ exceptions: [{ day, isOpen: true, starts: ['14:00', '10:00'] }] });
      expect((await page()).rules.exceptions[0]).toMatchObject({
        starts: ['10:00', '14:00'],
        endsBy: null,
      });
    });

    test('replaces the future exceptions and leaves the past ones', async () => {
      const [first, second] = [nextDay(), nextDay()];
      await database.pool.query(
        `insert into public.opening_exceptions (day, is_open) values ('2020-01-01', false)`,
      );
      await change({ exceptions: [closed(first)] });
      await change({ exceptions: [closed(second)] });
      const { rows } = await database.pool.query(
        'select day::text from public.opening_exceptions order by day',
      );
      expect(rows).toEqual([{ day: '2020-01-01' }, { day: second }]);
      await database.pool.query(`delete from public.opening_exceptions where day = '2020-01-01'`);
    });

    const day = nextDay();
    test.each([
      ['no_starts', () => weekday(day, { starts: [] })],
      ['starts_after_end', () => weekday(day, { starts: ['09:00', '18:00'] })],
      ['move_hours_invalid', () => weekday(day, { moveFrom: '12:00', moveUntil: '11:00' })],
      ['move_hours_invalid', () => weekday(day, { moveUntil: '17:00' })],
      ['move_step_invalid', () => weekday(day, { moveEveryMinutes: 1 })],
    ])('refuses for a weekday: %s', async (word, changes) => {
      await expect(change(changes())).rejects.toMatchObject(refusal(word, String(weekdayOf(day))));
    });

    test.each([
      ['notice_out_of_range', { settings: { leastNoticeMinutes: -1 } }],
      ['window_out_of_range', { settings: { windowDays: 0 } }],
      ['window_out_of_range', { settings: { moveWindowDays: 731 } }],
      ['buffer_out_of_range', { settings: { bufferMinutes: 241 } }],
      ['crews_out_of_range', { settings: { crews: 0 } }],
      ['arrival_out_of_range', { settings: { arrivalWindowMinutes: 241 } }],
      ['exception_in_past', { exceptions: [closed('2020-01-01')] }],
      ['exception_too_far', { exceptions: [closed('2099-01-01')] }],
      ['exception_twice', { exceptions: [closed(day), closed(day)] }],
      ['no_starts', { exceptions: [{ day, isOpen: true, starts: [] }] }],
      ['starts_after_end', { exceptions: [{ day, isOpen: true, endsBy: '10:00' }] }],
      ['prefix_invalid', { servedPrefixes: ['L7C', 'D1'] }],
      ['prefix_invalid', { servedPrefixes: ['L7C 1A1'] }],
      ['rules_invalid', { hours: [{ weekday: 8 }] }],
      ['rules_invalid', { hours: 'always' }],
      ['rules_invalid', { settings: { crews: 'two' } }],
      ['rules_invalid', { exceptions: [{ day: 'someday', isOpen: false }] }],
      ['rules_invalid', { exceptions: [{ day, isOpen: true, starts: ['25:00'] }] }],
    ])('refuses the whole change: %s', async (word, changes) => {
      const { mark } = await page();
      const all = { settings: { crews: 3 }, ...changes };
      await expect(change(all)).rejects.toMatchObject(refusal(word));
      expect((await page()).mark).toBe(mark);
    });

    test('refuses the second of two administrators, who may repeat the change without a mark', async () => {
      const { mark } = await page();
      const first = await change({ settings: { crews: 2 } }, mark);
      expect(first.mark).not.toBe(mark);
      expect(first.mark).toBe((await page()).mark);
      await expect(change({ settings: { crews: 4 } }, mark)).rejects.toMatchObject({
        code: 'PT409',
        message: 'rules_changed',
      });
      await change({ settings: { crews: 4 } }, first.mark);
      await change({ settings: { crews: 5 } });
      expect((await page()).rules.crews).toBe(5);
    });

    test('is closed to everyone but administrators', async () => {
      for (const call of [`change_opening_rules('{}')`, 'time_page()', `end_time_off('{}')`]) {
        await expect(rpc(customer, call), call).rejects.toMatchObject({
          message: 'administrators_only',
        });
        await expect(rpc(anon, call), call).rejects.toMatchObject({ code: '42501' });
      }
    });
  });

  describe('as a preview', () => {
    test('lists the bookings that would not fit and changes nothing', async () => {
      const booking = wanted();
      const id = await book(database.pool, booking);
      const before = await page();
      const day = String(booking['booking_date']);
      const preview = await change({ exceptions: [closed(day)] }, before.mark, true);
      expect(preview.labels).toEqual({ [day]: 'Closed' });
      expect(preview.outside).toEqual({
        total: 1,
        bookings: [
          {
            id,
            customerName: 'Ada Lane',
            day,
            time: '12:00',
            serviceName: 'Premium Detailing',
            rules: ['closed_day'],
          },
        ],
      });
      expect(await page()).toEqual(before);
      const done = await change({ exceptions: [closed(day)] }, before.mark);
      expect(done).toEqual(preview);
      expect(await page()).toEqual(done);
    });

    test('refuses in a preview what the change itself refuses', async () => {
      await expect(change({ settings: { crews: 99 } }, null, true)).rejects.toMatchObject(
        refusal('crews_out_of_range'),
      );
      await expect(change({}, 'an old mark', true)).rejects.toMatchObject({
        message: 'rules_changed',
      });
    });
  });

  describe('with existing bookings', () => {
    const crewsOf = (ids: string[], crews: number[]) =>
      Promise.all(
        ids.map((id, index) =>
          database.pool.query('update public.slot_claims set crew = $2 where booking_id = $1', [
            id,
            crews[index],
          ]),
        ),
      );
    const at = (booking_time: string, changes: Wanted = {}) => wanted({ booking_time, ...changes });

    test('lists no booking under the default rules', async () => {
      const booking = at('09:00');
      await book(database.pool, booking);
      await book(database.pool, { ...booking, booking_time: '12:00', customer_email: 'b@x.ca' });
      await book(database.pool, { ...booking, booking_time: '15:00', customer_email: 'c@x.ca' });
      expect(await outside()).toEqual({ total: 0, bookings: [] });
    });

    test('changes no existing booking', async () => {
      const id = await book(database.pool);
      const rows = () =>
        Promise.all(
          ['bookings', 'slot_claims'].map(async (name) => {
            const { rows: all } = await database.pool.query(`select * from public.${name}`);
            return all as unknown[];
          }),
        );
      const before = await rows();
      const hours = start.rules.hours.map((one) => ({ ...one, isOpen: false }));
      const { outside: listed } = await change({
        hours,
        settings: { bufferMinutes: 60, windowDays: 1, leastNoticeMinutes: 20160 },
        servedPrefixes: ['M5V'],
      });
      expect(broken(listed)).toEqual({ [id]: ['closed_day', 'outside_area'] });
      expect(await rows()).toEqual(before);
    });

    test('lists no booking within the hours for new or for moved bookings', async () => {
      const booking = at('12:00');
      const day = String(booking['booking_date']);
      const id = await book(database.pool, booking);
      const brokenBy = async (changes: Partial<Hours>) =>
        broken((await change(weekday(day, changes))).outside);
      expect(await brokenBy({ starts: ['09:00'], endsBy: '15:00' })).toEqual({});
      expect(await brokenBy({ starts: ['09:00'], endsBy: '14:30' })).toEqual({});
      expect(
        await brokenBy({
          starts: ['09:00'],
          endsBy: '14:30',
          moveEndsBy: '14:30',
          moveUntil: '11:00',
        }),
      ).toEqual({ [id]: ['outside_hours'] });
      expect(await brokenBy({ starts: ['13:00'], moveFrom: '12:30' })).toEqual({
        [id]: ['outside_hours'],
      });
      expect(await brokenBy({ isOpen: false })).toEqual({ [id]: ['closed_day'] });
    });

    test("checks a booking on an exception day against that day's times", async () => {
      const booking = at('12:00');
      const day = String(booking['booking_date']);
      const id = await book(database.pool, booking);
      const brokenBy = async (exception: object) =>
        broken((await change({ exceptions: [{ day, isOpen: true, ...exception }] })).outside);
      expect(await brokenBy({ starts: ['11:00'], endsBy: '15:00' })).toEqual({});
      expect(await brokenBy({ starts: ['13:00'] })).toEqual({ [id]: ['outside_hours'] });
      expect(await brokenBy({ starts: ['10:00'], endsBy: '14:00' })).toEqual({
        [id]: ['outside_hours'],
      });
      expect(await brokenBy({ isOpen: false })).toEqual({ [id]: ['closed_day'] });
      await change(weekday(day, { isOpen: false }));
      expect(await brokenBy({ starts: ['12:00'] })).toEqual({});
    });

    test('lists bookings that are too close after the minutes between them grow', async () => {
      const first = at('09:00', { duration_minutes: 150 });
      const day = String(first['booking_date']);
      const one = await book(database.pool, first);
      const two = await book(database.pool, at('12:00', { booking_date: day }));
      const brokenBy = async (bufferMinutes: number) =>
        broken((await change({ settings: { bufferMinutes } })).outside);
      expect(await brokenBy(30)).toEqual({});
      expect(await brokenBy(31)).toEqual({ [one]: ['too_close'], [two]: ['too_close'] });
    });

    test('lists bookings too close together for one crew, not for different crews', async () => {
      await change({ settings: { crews: 2 } });
      const first = at('09:00');
      const day = String(first['booking_date']);
      const one = await book(database.pool, first);
      const two = await book(database.pool, at('12:00', { booking_date: day }));
      await crewsOf([one, two], [1, 2]);
      const brokenBy = async () =>
        broken((await change({ settings: { bufferMinutes: 15 } })).outside);
      expect(await brokenBy()).toEqual({});
      await crewsOf([one, two], [1, 1]);
      expect(await brokenBy()).toEqual({ [one]: ['too_close'], [two]: ['too_close'] });
    });

    test('lists overlapping bookings beyond the number of crews, and no others', async () => {
      await change({ settings: { crews: 2 } });
      const first = at('09:00');
      const day = String(first['booking_date']);
      const one = await book(database.pool, first);
      const two = await book(
        database.pool,
        at('10:00', { booking_date: day, duration_minutes: 120 }),
      );
      const three = await book(database.pool, at('15:00', { booking_date: day }));
      await crewsOf([three], [2]);
      expect(broken(await outside())).toEqual({});
      // A crew was dropped before its visits kept it.
      await setTime(database.pool, 'crews = 1');
      expect(broken(await outside())).toEqual({
        [one]: ['too_many_at_once'],
        [two]: ['too_many_at_once'],
      });
    });

    test('does not count three bookings as simultaneous when each overlaps only the next', async () => {
      await change({ settings: { crews: 3 } });
      const first = at('09:00');
      const day = String(first['booking_date']);
      await book(database.pool, first);
      await book(database.pool, at('11:00', { booking_date: day }));
      await book(database.pool, at('13:00', { booking_date: day }));
      await setTime(database.pool, 'crews = 2');
      expect(broken(await outside())).toEqual({});
    });

    test('lists bookings inside blocked time, only those of its crew', async () => {
      await change({ settings: { crews: 2 } });
      const first = at('09:00');
      const day = String(first['booking_date']);
      const one = await book(database.pool, first);
      const two = await book(database.pool, at('09:00', { booking_date: day }));
      await crewsOf([one, two], [1, 2]);
      await rpc(
        owner,
        `add_time_off('${day}', '11:00', '${day}', '12:00', 'Dentist', 1::smallint)`,
      );
      expect(broken(await outside())).toEqual({ [one]: ['in_time_off'] });
      await rpc(owner, `add_time_off('${day}', null, '${day}', null, 'Storm')`);
      expect(broken(await outside())).toEqual({ [one]: ['in_time_off'], [two]: ['in_time_off'] });
    });

    test('lists bookings outside the area, except phone bookings', async () => {
      await change({ servedPrefixes: [] });
      const inside = await book(database.pool, wanted({ postal_code: 'L7C 1A1' }));
      const far = await book(database.pool, wanted({ postal_code: 'K1A 0B1' }));
      const byPhone = await book(database.pool, wanted({ postal_code: 'K1A 0B1' }));
      await database.pool.query(`update public.bookings set source = 'phone' where id = $1`, [
        byPhone,
      ]);
      expect(broken(await outside()), 'everywhere').toEqual({});
      const { outside: listed } = await change({ servedPrefixes: [' l7 ', 'M5V', 'L7'] });
      expect(broken(listed)).toEqual({ [far]: ['outside_area'] });
      expect(broken(listed)[inside]).toBeUndefined();
      expect((await page()).rules.servedPrefixes).toEqual(['L7', 'M5V']);
    });

    test('lists bookings once they are paid, not while they are held', async () => {
      const booking = wanted();
      await hold(database.pool, booking);
      const day = String(booking['booking_date']);
      const { outside: listed } = await change({ exceptions: [closed(day)] });
      expect(listed).toEqual({ total: 0, bookings: [] });
    });

    test('lists no booking that has begun or passed', async () => {
      const id = await book(database.pool);
      await database.pool.query(
        `update public.slot_claims set during = tstzrange(now() - interval '1 minute', now() + interval '1 minute') where booking_id = $1`,
        [id],
      );
      const hours = start.rules.hours.map((one) => ({ ...one, isOpen: false }));
      expect((await change({ hours })).outside.total).toBe(0);
    });

    test('counts all of them and names the first hundred', async () => {
      const id = await book(database.pool);
      const { rows } = await database.pool.query<{ id: string }>(
        `insert into public.bookings
         select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'calendar_uid', gen_random_uuid(), 'booking_date', b.booking_date + n))).*
         from public.bookings as b, generate_series(1, 119) as n where b.id = $1
         returning id`,
        [id],
      );
      await database.pool.query(
        `insert into public.slot_claims (during, booking_id, service_name)
         select private.span_of(b), b.id, b.service_name from public.bookings as b where b.id = any ($1)`,
        [rows.map((row) => row.id)],
      );
      const hours = start.rules.hours.map((one) => ({ ...one, isOpen: false }));
      const { outside: listed } = await change({ hours });
      expect([listed.total, listed.bookings.length]).toEqual([120, 100]);
      const days = listed.bookings.map(({ day }) => day);
      expect(days).toEqual([...days].sort());
    });
  });

  describe('and blocked time', () => {
    test('lists blocked time by day from today on, and unblocks all of its days together', async () => {
      const [from, until] = [nextDay(), nextDay()];
      await rpc(owner, `add_time_off('${from}', '13:00', '${until}', null, 'Away')`);
      const { timeOff } = await page();
      expect(timeOff).toMatchObject([
        { day: from, from: '13:00', until: '24:00', reason: 'Away', crew: null },
        { day: until, from: '00:00', until: '24:00', reason: 'Away', crew: null },
      ]);
      const id = await book(database.pool);
      const ids = timeOff.map((one) => one.id);
      await rpc(owner, 'end_time_off($1)', [ids]);
      await rpc(owner, 'end_time_off($1)', [ids]);
      expect((await page()).timeOff).toEqual([]);
      const { rows } = await database.pool.query<{ id: string }>(
        'select id from public.slot_claims where booking_id = $1',
        [id],
      );
      await rpc(owner, 'end_time_off($1)', [[rows[0]?.id]]);
      const { rowCount } = await database.pool.query(
        'select from public.slot_claims where booking_id = $1',
        [id],
      );
      expect(rowCount, 'a booking is no time off').toBe(1);
    });
  });
});
