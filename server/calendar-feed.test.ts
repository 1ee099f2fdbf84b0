import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, localToday } from '../domain/time/schedule.ts';
import { book } from '../supabase/tests/bookings.ts';
import { ask, justProved, signUp, type Person } from '../supabase/tests/cast.ts';
import { cancelForRain } from '../supabase/tests/rain.ts';
import type { Database } from './backend/database/database.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startListeningHost } from './testing/listening-host.ts';

describeEachDatabase('The private calendar address', (open) => {
  let database: Database;
  let server: Awaited<ReturnType<typeof startListeningHost>>;
  let owner: Person & { id: string };
  const today = localToday(Date.now());
  beforeAll(async () => {
    database = await open();
    server = await startListeningHost(database, { PUBLIC_URL: 'https://site.test' });
    const { id, person } = await signUp(database.pool, 'boss@example.com', { admin: true });
    owner = { id, ...justProved(person) };
  });
  afterAll(() => server.stop());

  const call = async <Answer>(sql: string, ...values: unknown[]): Promise<Answer> => {
    const { rows } = await ask(database.pool, owner, `select ${sql} as it`, values);
    return (rows[0] as { it: Answer }).it;
  };
  const entryOf = async (id: string) => {
    const { rows } = await database.pool.query<{ calendar_uid: string }>(
      'select calendar_uid from public.bookings where id = $1',
      [id],
    );
    return rows[0]?.calendar_uid ?? '';
  };
  const create = (label: string) =>
    call<{ id: string; token: string }>('public.create_calendar_feed($1)', label);
  const read = (token: string, headers: Record<string, string> = {}) =>
    fetch(`${server.origin}/functions/v1/calendar-feed?token=${token}`, { headers });
  const eventsOf = async (token: string) => {
    const text = await (await read(token)).text();
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  };

  test('shows confirmed visits with their details, and blocked time', async () => {
    const id = await book(database.pool, { customer_name: 'Ada; Lane, née "Byron"' });
    const cancelled = await book(database.pool, { customer_name: 'Nobody' });
    await database.pool.query(
      `update public.bookings set status = 'cancelled', cancelled_at = now() where id = $1`,
      [cancelled],
    );
    const off = addDays(today, 3);
    await call(`public.add_time_off($1, null, $1, null, 'Dentist')`, off);
    const { token } = await create('My phone');
    expect(token).toMatch(/^[0-9a-f]{64}$/);

    const events = await eventsOf(token);
    expect(events.map(({ summary }) => summary).sort()).toEqual([
      'Blocked time: Dentist',
      'Premium Detailing: Ada; Lane, née "Byron"',
    ]);
    const visit = events.find(({ summary }) => summary.startsWith('Premium'));
    expect(visit?.location).toBe('1 Main Street, Caledon, ON L7C 1A1');
    expect(visit?.description).toBe(
      `2022 Volvo XC60\nCall +19055550101\nDue on site: $99.99\nhttps://site.test/admin/visits/${await entryOf(id)}`,
    );
    expect(visit?.uid).toBe(`${await entryOf(id)}@lustre.example`);
    // The owner shares the calendar with a crew or a family, and a booking id opens its booking.
    expect(visit?.component.toString()).not.toContain(id);
    expect(await call('public.booking_of_entry($1)', await entryOf(id))).toBe(id);
    expect(visit?.duration.toSeconds()).toBe(180 * 60);
    const dayOff = events.find(({ summary }) => summary.startsWith('Blocked time'));
    expect([dayOff?.startDate.toString(), dayOff?.startDate.isDate]).toEqual([off, true]);
    expect(dayOff?.component.getFirstPropertyValue('transp')).toBe('OPAQUE');
  });

  test('names the crew of a visit and of blocked time where there are several', async () => {
    await database.pool.query(
      `update public.time_settings set crews = 2; update public.crews set name = 'North van' where number = 1`,
    );
    const id = await book(database.pool);
    const off = addDays(today, 21);
    await call(`public.add_time_off($1, null, $1, null, 'Dentist', 2::smallint)`, off);
    const { token } = await create('Crews');
    const events = await eventsOf(token);
    const entry = await entryOf(id);
    const visit = events.find(({ uid }) => uid.startsWith(entry));
    expect(visit?.description).toMatch(/^North van\n2022 Volvo XC60\n/);
    expect(events.map(({ summary }) => summary)).toContain('Crew 2 unavailable: Dentist');
    await database.pool.query(
      `delete from public.slot_claims where crew = 2; update public.time_settings set crews = 1`,
    );
  });

  test('has each visit at its own instant on change Sundays, and whole blocked days as days', async () => {
    const year = Number(today.slice(0, 4)) + 1;
    // Nine o'clock is five hours behind in winter, four in summer.
    const sundays = [
      {
        saturday: addDays(firstSunday(year, 3), 6),
        sunday: addDays(firstSunday(year, 3), 7),
        startHours: [14, 13],
      },
      {
        saturday: addDays(firstSunday(year, 11), -1),
        sunday: firstSunday(year, 11),
        startHours: [13, 14],
      },
    ];
    const { token } = await create('Clocks');
    for (const { saturday, sunday, startHours } of sundays) {
      const ids = [];
      for (const day of [saturday, sunday]) {
        ids.push(await book(database.pool, { booking_date: day, booking_time: '09:00' }));
      }
      await call(`public.add_time_off($1, null, $1, null, 'The clocks change')`, sunday);
      const events = await eventsOf(token);
      const entries = await Promise.all(ids.map(entryOf));
      const visits = entries.map((entry) => events.find(({ uid }) => uid.startsWith(entry)));
      expect(visits.map((visit) => visit?.startDate.toJSDate().toISOString())).toEqual([
        `${saturday}T${startHours[0]}:00:00.000Z`,
        `${sunday}T${startHours[1]}:00:00.000Z`,
      ]);
      expect(visits.map((visit) => visit?.endDate.toJSDate().toISOString())).toEqual([
        `${saturday}T${(startHours[0] ?? 0) + 3}:00:00.000Z`,
        `${sunday}T${(startHours[1] ?? 0) + 3}:00:00.000Z`,
      ]);
      const off = events.find(
        ({ summary, startDate }) => /clocks/.test(summary) && startDate.toString() === sunday,
      );
      expect([off?.startDate.isDate, off?.endDate.toString()]).toEqual([true, addDays(sunday, 1)]);
    }
  });

  test('marks a visit cancelled because of rain, with a new modification time', async () => {
    const id = await book(database.pool, { customer_name: 'Rita' });
    const { token } = await create('Rain');
    const told = async () => {
      const entry = await entryOf(id);
      const visit = (await eventsOf(token)).find(({ uid }) => uid.startsWith(entry));
      const of = (name: string) => String(visit?.component.getFirstPropertyValue(name));
      return { summary: visit?.summary, status: of('status'), at: of('dtstamp') };
    };
    const before = await told();
    expect(before).toMatchObject({ summary: 'Premium Detailing: Rita', status: 'CONFIRMED' });
    await cancelForRain(database.pool, id);
    await database.pool.query(
      `update public.rain_answers set changed_at = now() + interval '1 hour' where booking_id = $1`,
      [id],
    );
    const after = await told();
    expect(after).toMatchObject({
      summary: 'Rain day: Premium Detailing: Rita',
      status: 'TENTATIVE',
    });
    expect(after.at > before.at).toBe(true);
  });

  test('answers 304 to a calendar that has it, until something changes', async () => {
    const { token } = await create('Laptop');
    const first = await read(token);
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('no-store');
    const etag = first.headers.get('etag') ?? '';
    const again = await read(token, { 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    await book(database.pool);
    expect((await read(token, { 'if-none-match': etag })).status).toBe(200);
  });

  test('gets a new tag with every change of a line, also one written by an older transaction', async () => {
    const { token } = await create('Every line');
    const id = await book(database.pool);
    const tag = async () => (await read(token)).headers.get('etag') ?? '';
    const changes: [string, unknown[]][] = [
      ['update public.bookings set car_model = $2 where id = $1', [id, 'Volvo XC40']],
      // Its time of change is that of a transaction which began before the change above.
      [
        `with quiet as (select set_config('session_replication_role', 'replica', true))
         update public.bookings set car_model = 'Volvo XC90', updated_at = updated_at - interval '1 minute'
         from quiet where id = $1`,
        [id],
      ],
      [
        `insert into public.payments (booking_id, method, amount_cents, status, settled_at)
         values ($1, 'cash', 500, 'succeeded', now())`,
        [id],
      ],
      [
        `update public.business_versions
         set business = jsonb_set(business, '{facts,name}', '"Other name"') where $1::uuid is not null`,
        [id],
      ],
      [`update public.bookings set status = 'cancelled', cancelled_at = now() where id = $1`, [id]],
    ];
    const seen = [await tag()];
    for (const [sql, values] of changes) {
      await database.pool.query(sql, values);
      seen.push(await tag());
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('is stored as a hash, records its last use, and is deleted when it is revoked', async () => {
    const { id, token } = await create('Old phone');
    const { rows } = await database.pool.query<Record<string, unknown>>(
      'select * from public.calendar_feeds where id = $1',
      [id],
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0]?.['last_used_at']).toBeNull();
    await read(token);
    const listed =
      await call<{ id: string; label: string; last_used_at: string | null }[]>(
        'public.calendar_feeds()',
      );
    expect(listed.find((feed) => feed.id === id)).toMatchObject({
      label: 'Old phone',
      last_used_at: expect.any(String) as string,
    });
    await call('public.revoke_calendar_feed($1)', id);
    expect((await read(token)).status).toBe(404);
  });

  test('answers 404 to any other secret', async () => {
    const wrong = ['', 'x', '0'.repeat(64), 'x'.repeat(5000), encodeURIComponent(`' or 1=1 --`)];
    const answers = await Promise.all(wrong.map((token) => read(token)));
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 404));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
  });

  test('is closed for a person who is no longer an administrator', async () => {
    const { id, person } = await signUp(database.pool, 'former@example.com', { admin: true });
    const { rows } = await ask(
      database.pool,
      justProved(person),
      `select public.create_calendar_feed('Mine') ->> 'token' as token`,
    );
    const token = String(rows[0]?.['token']);
    expect((await read(token)).status).toBe(200);
    await database.pool.query('delete from public.admins where user_id = $1', [id]);
    expect((await read(token)).status).toBe(404);
  });

  test('is created only with a proof of the last five minutes', async () => {
    const make = (who: Person) =>
      ask(database.pool, who, `select public.create_calendar_feed('My phone')`);
    const old = justProved(owner, { secondsAgo: 301 });
    await expect(make(old)).rejects.toMatchObject({ message: 'reauthentication_needed' });
  });

  test('gets a name, and there are at most ten for one person', async () => {
    await expect(create('  ')).rejects.toMatchObject({ message: 'label_missing' });
    const { rows } = await database.pool.query<{ count: number }>(
      'select count(*)::integer as count from public.calendar_feeds where owner_id = $1',
      [owner.id],
    );
    for (let made = rows[0]?.count ?? 0; made < 10; made += 1) await create(`Device ${made}`);
    await expect(create('One more')).rejects.toMatchObject({ message: 'too_many_feeds' });
  });
});

/** 2027, 3 -> "2027-03-07" */
function firstSunday(year: number, month: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1));
  first.setUTCDate(1 + ((7 - first.getUTCDay()) % 7));
  return first.toISOString().slice(0, 10);
}
