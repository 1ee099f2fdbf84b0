import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, hold, lapse, mailsOf, nextDay, stored, wanted, type Wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';
import { cancelForRain } from './rain.ts';
import { resetTime, setTime, takeOff } from './time-rules.ts';

type Line = { id: string; booking_date: string; booking_time: string; due_cents: number };
type Found = {
  bookings: (Line & { crew: number | null })[];
  crews: number;
  next: object | null;
};
type Range = {
  crews: number;
  days: { day: string; from: string | null; until: string | null; label: string | null }[];
  bookings: (Line & { crew: number; hold_expires_at: string | null })[];
  timeOff: { id: string; day: string; from: string; until: string; reason: string }[];
  offers: { kind: string; name: string; day: string; from: string; until: string }[];
};

describeEachDatabase('The calendar', (open) => {
  let database: Database;
  let owner: Person;
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterEach(() => resetTime(database.pool));
  afterAll(() => database.close());

  const answerOf = async <Answer>(sql: string, values: unknown[]) => {
    const { rows } = await ask(database.pool, owner, `select ${sql} as answer`, values);
    return rows[0]?.['answer'] as Answer;
  };
  const range = (from: unknown, until = from) =>
    answerOf<Range>('public.calendar_range($1, $2)', [from, until]);
  const move = (id: string, day: unknown, time: unknown, anyway = false) =>
    answerOf('public.move_booking($1, $2, $3, $4)', [id, day, time, anyway]);
  const at = (booking_date: Wanted[string], booking_time = '12:00', rest: Wanted = {}) =>
    wanted({ booking_date, booking_time, ...rest });
  const update = (id: string, changes: string) =>
    database.pool.query(`update public.bookings set ${changes} where id = $1`, [id]);
  const taken = { code: 'PT409', message: 'slot_taken' };

  test('returns the hours of crews that have their own, by day', async () => {
    await setTime(database.pool, 'crews = 2');
    const day = nextDay();
    await database.pool.query(
      `insert into public.crew_hours values (2, extract(isodow from $1::date), '10:00', '16:00')`,
      [day],
    );
    const { rows: days } = await database.pool.query<{ day: string }>(
      `select ($1::date + 1)::text as day`,
      [day],
    );
    const next = days[0]?.day ?? '';
    const { crewHours } = (await range(day, next)) as Range & { crewHours: object[] };
    await database.pool.query('delete from public.crew_hours');
    expect(crewHours).toEqual([
      { day, crew: 2, from: '10:00', until: '16:00' },
      { day: next, crew: 2, from: null, until: null },
    ]);
  });

  test('returns a whole week: bookings, open holds, blocked time, offers and opening hours', async () => {
    const day = nextDay();
    const booked = await book(database.pool, at(day, '09:00'));
    const { booking_id: held } = await hold(database.pool, at(day, '12:00'));
    const { booking_id: lapsed } = await hold(database.pool, at(day, '15:00'));
    await lapse(database.pool, lapsed);
    await takeOff(database.pool, owner, day, { from: '18:00' });
    await database.pool.query(
      `with offer as (
         insert into public.offered_times (kind, booking_id, service_name, starts_at, duration_minutes, expires_at)
         values ('rain', $1, 'Basic Wash', ($2 || ' 06:00 America/Toronto')::timestamptz, 120, now() + interval '1 hour')
         returning *
       )
       insert into public.slot_claims (during, offer_id, service_name, expires_at)
       select tstzrange(starts_at, starts_at + interval '2 hours'), id, service_name, expires_at from offer`,
      [booked, day],
    );
    const answer = await range(day);
    expect(answer.bookings).toMatchObject([
      { id: booked, booking_time: '09:00', crew: 1, hold_expires_at: null, due_cents: 9999 },
      { id: held, booking_time: '12:00', hold_expires_at: expect.any(String) as string },
    ]);
    expect(answer.timeOff).toMatchObject([
      { day, from: '18:00', until: '24:00', reason: 'Dentist' },
    ]);
    expect(answer.offers).toMatchObject([
      { kind: 'rain', name: 'Ada Lane', day, from: '06:00', until: '08:00' },
    ]);
    expect(answer.days).toMatchObject([{ day, from: '08:30', until: '18:00', label: null }]);
  });

  test('marks visits cancelled because of rain, in the calendar and in the list', async () => {
    const day = nextDay();
    const off = await book(database.pool, at(day, '09:00'));
    const stands = await book(database.pool, at(day, '12:00'));
    await cancelForRain(database.pool, off);
    const marked = [
      { id: off, called_off: 'asked' },
      { id: stands, called_off: null },
    ];
    expect((await range(day)).bookings).toMatchObject(marked);
    const found = await answerOf<Found>('public.find_bookings($1)', [off]);
    expect(found.bookings).toMatchObject([marked[0]]);
  });

  test('shows a closed day with its name, and the days around it', async () => {
    const [day, next] = [nextDay(), nextDay()];
    await database.pool.query(
      `insert into public.opening_exceptions (day, is_open, label) values ($1, false, 'Family Day')`,
      [day],
    );
    const { days } = await range(day, next);
    expect(days[0]).toMatchObject({ day, from: null, until: null, label: 'Family Day' });
    expect(days[1]).toMatchObject({ day: next, from: '08:30' });
    await expect(range('2027-01-01', '2027-06-01')).rejects.toMatchObject({
      code: 'PT400',
      message: 'range_too_long',
    });
  });

  test('moves a booking with its time, an email to the customer, and its author', async () => {
    const day = nextDay();
    const id = await book(database.pool);
    await move(id, day, '10:15');
    expect(await stored(database.pool, id)).toMatchObject({
      booking_date: day,
      booking_time: '10:15:00',
      calendar_sequence: 1,
    });
    expect((await mailsOf(database.pool, id)).map((mail) => mail.template_type)).toContain(
      'booking_rescheduled',
    );
    const { rows } = await database.pool.query(
      `select actor_label from public.booking_changes where booking_id = $1 and action = 'moved'`,
      [id],
    );
    expect(rows).toEqual([{ actor_label: 'boss@example.com' }]);
  });

  test('refuses a booked time and blocked time even when confirmed, and changes nothing', async () => {
    const day = nextDay();
    await book(database.pool, at(day, '12:00'));
    const id = await book(database.pool);
    const before = await stored(database.pool, id);
    for (const anyway of [false, true]) {
      await expect(move(id, day, '13:00', anyway)).rejects.toMatchObject(taken);
    }
    await takeOff(database.pool, owner, day, { from: '16:00' });
    await expect(move(id, day, '16:00', true)).rejects.toMatchObject(taken);
    expect(await stored(database.pool, id)).toEqual(before);
    expect(await mailsOf(database.pool, id)).toHaveLength(1);
  });

  test('gives a visit to the second crew when the first is busy', async () => {
    await setTime(database.pool, 'crews = 2');
    const day = nextDay();
    await book(database.pool, at(day, '12:00'));
    const id = await book(database.pool);
    await move(id, day, '12:00');
    expect((await range(day)).bookings.map(({ crew }) => crew).sort()).toEqual([1, 2]);
  });

  test('requires a confirmation before a move outside the opening hours', async () => {
    const day = nextDay();
    const id = await book(database.pool);
    const outside = { code: 'PT409', message: 'outside_hours' };
    await expect(move(id, day, '08:00')).rejects.toMatchObject(outside);
    await expect(move(id, day, '15:30')).rejects.toMatchObject(outside);
    await move(id, day, '15:30', true);
    expect((await stored(database.pool, id)).booking_time).toBe('15:30:00');
  });

  test.each([
    ['booking_cancelled', `status = 'cancelled', cancelled_at = now()`],
    ['booking_past', `done_at = now()`],
  ])('refuses with %s', async (message, changes) => {
    const id = await book(database.pool);
    await update(id, changes);
    await expect(move(id, nextDay(), '09:00')).rejects.toMatchObject({ message });
  });

  test('refuses a past booking, an unpaid one, and a missing time', async () => {
    const id = await book(database.pool);
    const { booking_id: unpaid } = await hold(database.pool, wanted());
    await expect(move(id, '2020-01-01', '09:00')).rejects.toMatchObject({
      message: 'time_in_past',
    });
    await expect(move(id, '2206-01-01', '09:00')).rejects.toMatchObject({
      message: 'date_too_far',
    });
    await expect(move(unpaid, nextDay(), '09:00')).rejects.toMatchObject({
      message: 'not_confirmed',
    });
    await expect(move(id, null, '09:00')).rejects.toMatchObject({ message: 'invalid_time' });
    // The night when the clocks go forward.
    await expect(move(id, '2027-03-14', '02:30', true)).rejects.toMatchObject({
      message: 'time_not_offered',
    });
  });

  test("keeps the customer's cancellation deadline when a visit is moved earlier", async () => {
    const far = await book(database.pool, at('2027-09-15'));
    await move(far, '2027-09-14', '18:00', true).catch(() =>
      move(far, '2027-09-14', '16:00', true),
    );
    const { rows } = await database.pool.query<{ free: number; kept: string | null }>(
      `select free_cancellation_hours as free, deposit_kept_since as kept,
        to_char(cancellation_free_until at time zone 'America/Toronto', 'MM-DD HH24:MI') as until
      from public.bookings where id = $1`,
      [far],
    );
    // The deadline of before, to the minute, and the rule itself stays as it was sold.
    expect(rows).toEqual([{ free: 24, kept: null, until: '09-14 12:00' }]);
    await move(far, '2027-09-16', '12:00');
    expect((await stored(database.pool, far)).calendar_sequence).toBe(2);
  });
});

describeEachDatabase('The list of bookings', (open) => {
  let database: Database;
  let owner: Person;
  let mia: string;
  let otto: string;
  let gone: string;
  let unpaid: string;
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    const person = (customer_name: string, customer_email: string, customer_phone: string) => ({
      customer_name,
      customer_email,
      customer_phone,
    });
    mia = await book(database.pool, {
      ...person('Mia 100% O_Hara', 'mia@example.com', '+14165550177'),
      car_model: 'Mazda CX-5',
    });
    otto = await book(database.pool, person('Otto Kern', 'otto@example.com', '+19055550123'));
    gone = await book(database.pool, person('Gina Gone', 'gina@example.com', '+19055550124'));
    const held = await hold(
      database.pool,
      wanted(person('Ned Held', 'ned@example.com', '+19055550125')),
    );
    unpaid = held.booking_id;
    await database.pool.query(
      `update public.bookings set status = 'cancelled', cancelled_at = now() where id = $1`,
      [gone],
    );
  });
  afterAll(() => database.close());

  const find = async (search = '', rest: Record<string, unknown> = {}): Promise<Found> => {
    const { rows } = await ask(
      database.pool,
      owner,
      `select public.find_bookings($1, $2, $3, $4, $5, $6, $7) as answer`,
      [
        search,
        rest['statuses'] ?? null,
        rest['from'] ?? null,
        rest['until'] ?? null,
        rest['beyond'] ? JSON.stringify(rest['beyond']) : null,
        rest['batch'] ?? 25,
        rest['soonest'] ?? false,
      ],
    );
    return rows[0]?.['answer'] as Found;
  };
  const ids = async (...question: Parameters<typeof find>) =>
    (await find(...question)).bookings.map(({ id }) => id);

  test('tells the crew of each booking that has a time, and how many there are', async () => {
    const { bookings, crews } = await find();
    expect(bookings.find((one) => one.id === mia)?.crew).toBe(1);
    await database.pool.query('delete from public.slot_claims where booking_id = $1', [gone]);
    expect((await find()).bookings.find((one) => one.id === gone)?.crew).toBeNull();
    expect(crews).toBe(1);
  });

  test('finds by name, address, car, id and a number in any format', async () => {
    for (const typed of [
      'mia',
      'MIA@EXAMPLE',
      'mazda cx-5',
      '(416) 555-0177',
      '+1 416.555.0177',
      'mia 555-0177',
      mia,
      mia.slice(0, 13),
    ]) {
      expect(await ids(typed), typed).toEqual([mia]);
    }
  });

  test('treats special characters literally', async () => {
    expect(await ids('100%')).toEqual([mia]);
    expect(await ids('o_h')).toEqual([mia]);
    for (const typed of ['%', '_', '\\', `'; drop table bookings; --`, '100_', '(((', '%%%']) {
      expect(await ids(typed), typed).toEqual([]);
    }
  });

  test('omits unpaid bookings unless the search finds them', async () => {
    expect((await ids()).sort()).toEqual([mia, otto, gone].sort());
    expect(await ids('ned')).toEqual([unpaid]);
    expect(await ids('', { statuses: ['pending_payment'] })).toEqual([unpaid]);
  });

  test('filters by outcome and by days', async () => {
    expect(await ids('', { statuses: ['cancelled'] })).toEqual([gone]);
    expect((await ids('', { statuses: ['due'] })).sort()).toEqual([mia, otto].sort());
    await database.pool.query('update public.bookings set done_at = now() where id = $1', [otto]);
    expect(await ids('', { statuses: ['done'] })).toEqual([otto]);
    expect(await ids('', { statuses: ['booked'] })).toEqual([mia]);
    expect((await ids('', { statuses: ['done', 'cancelled'] })).sort()).toEqual(
      [otto, gone].sort(),
    );
    await database.pool.query(
      `update public.bookings set done_at = null, no_show_at = now() where id = $1`,
      [otto],
    );
    expect(await ids('', { statuses: ['no_show'] })).toEqual([otto]);
    const [{ booking_date: day } = { booking_date: '' }] = (await find('mia')).bookings;
    expect(await ids('', { from: day, until: day })).toEqual([mia]);
  });

  test('pages in both directions, each booking once', async () => {
    for (const soonest of [false, true]) {
      const walked: string[] = [];
      let beyond: object | null = null;
      do {
        const page: Found = await find('', { batch: 1, beyond, soonest });
        walked.push(...page.bookings.map(({ id }) => id));
        beyond = page.next;
      } while (beyond);
      const expected = [mia, otto, gone];
      expect(walked).toEqual(soonest ? expected : expected.reverse());
    }
  });
});
