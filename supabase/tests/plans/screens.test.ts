import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/backend/database/database.ts';
import { describePostgres } from '../../../server/testing/databases.ts';
import { anon, ask, holderOf, service, signUp, type Person } from '../cast.ts';
import { readsOf, stepsOf } from './explain.ts';
import {
  fillWithHolds,
  fillWithManyBookings,
  manyBookings,
  renewStatistics,
} from './many-bookings.ts';
import { namesInSource } from './names-in-source.ts';
import { jobs, screens, type Question } from './questions.ts';
import { accounts, customers, holdQuestions, notAsked, server, type Asker } from './whole-app.ts';

// Tables that grow with the business. No screen may scan them completely.
const growing = [
  'booking_photos',
  'checklist_ticks',
  'condition_marks',
  'objects',
  'bookings',
  'booking_changes',
  'booking_notes',
  'coupon_redemptions',
  'customers',
  'first_visits',
  'inquiries',
  'mail_outbox',
  'money_moves',
  'offered_times',
  'payment_findings',
  'payments',
  'rain_answers',
  'refunds',
  'reviews',
  'slot_claims',
  'stripe_events',
  'text_consents',
  'text_outbox',
  'visit_links',
  'waiting_list',
  'one_time_tokens',
  'rate_limits',
  'refresh_tokens',
  'sessions',
  'users',
];

// The embedded database cannot explain statements within a function.
describePostgres('With 100,000 bookings', (open) => {
  let database: Database;
  let administrator: Person;
  let people: Record<Asker, Person>;
  beforeAll(async () => {
    database = await open({ maxConnections: 1 });
    await fillWithManyBookings(database.pool);
    administrator = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    const { id, person } = await signUp(database.pool, 'customer123@example.com');
    await database.pool.query(
      `update public.bookings set user_id = $1 where customer_email = 'customer123@example.com'`,
      [id],
    );
    await database.pool.query('insert into public.crew_members (user_id, crew) values ($1, 1)', [
      id,
    ]);
    const { rows } = await database.pool.query<{ name: string }>('select current_user as name');
    const host = { role: rows[0]?.name, claims: {} } as unknown as Person['identity'];
    people = {
      visitor: anon,
      holder: holderOf('00000000-0000-4000-9000-000000005000'),
      customer: person,
      server: service,
      host: { identity: host, headers: {} },
    };
  }, 240_000);
  afterAll(() => database.close());

  async function expectIndexes(who: Person, { sql, most }: Question) {
    const reads = await readsOf(database.pool, who, sql);
    expect(reads, 'the server explained something').not.toEqual([]);
    const ofGrowing = reads.filter(({ table }) => growing.includes(table));
    expect(ofGrowing.filter(({ how }) => how === 'Seq Scan')).toEqual([]);
    // A complete scan of an index is no better.
    expect(ofGrowing.filter(({ rows }) => rows > most)).toEqual([]);
  }

  test.each(screens)('$name reads by index', (question) => expectIndexes(administrator, question));

  test.each(jobs)('$name writes by index', (question) => expectIndexes(service, question));

  test.each([...customers, ...server, ...accounts])(
    '$name of a worker reads by index',
    (question) => expectIndexes(people[question.by], question),
  );

  // Letters that many rows have make an index of letters slower with each of these rows.
  test.each([
    `find_bookings('customer12345@example.com')`,
    `find_bookings('customer12345@')`,
    `find_bookings('(905) 556-2345')`,
    `search_everything('customer12345@example.com')`,
    `find_customers('customer12345@example.com')`,
    `find_callers('905 556-2345')`,
  ])('%s finds the person without comparing letters', async (call) => {
    const steps = await stepsOf(database.pool, administrator, `select public.${call}`);
    const indexes = steps.map(({ index }) => index);
    expect(indexes).toEqual(expect.arrayContaining([expect.stringMatching(/email|phone/)]));
    expect(indexes).not.toContain('bookings_search_idx');
    expect(indexes).not.toContain('customers_search_idx');
  });

  test('the test detects a full table scan', async () => {
    const reads = await readsOf(
      database.pool,
      service,
      'select count(*) from public.bookings where price_cents > 1',
    );
    expect(reads).toMatchObject([{ table: 'bookings', how: 'Seq Scan', rows: manyBookings }]);
  });

  test('every function of the screens is tested', async () => {
    const { rows } = await ask(
      database.pool,
      service,
      `select proname as name from pg_catalog.pg_proc
       where pronamespace = 'public'::regnamespace
         and prosrc like '%require_admin%' and provolatile <> 'v' order by 1`,
    );
    const asked = screens.map(({ sql }) => /public\.(\w+)/.exec(sql)?.[1]);
    expect(rows.map(({ name }) => name).filter((name) => !asked.includes(String(name)))).toEqual(
      [],
    );
  });

  // After the plans above, because it adds to the data. Holds last minutes, and statistics are often older.
  describe.each(['before', 'after'])('while 1,000 other times are held, %s statistics', (when) => {
    beforeAll(async () => {
      if (when === 'before') await fillWithHolds(database.pool, 1_000);
      else await renewStatistics(database.pool);
    }, 120_000);

    test.each(holdQuestions)('$name reads by index', (question) =>
      expectIndexes(service, question),
    );
  });

  test("every function and table in the product's source is tested", async () => {
    const { rows } = await ask(
      database.pool,
      service,
      `select proname as name, prosrc like '%require_admin%' as of_the_owner from pg_catalog.pg_proc
       where pronamespace = 'public'::regnamespace`,
    );
    const ofTheOwner = rows.filter((row) => row['of_the_owner']).map(({ name }) => String(name));
    const functions = rows.filter((row) => !row['of_the_owner']).map(({ name }) => String(name));
    const asked = [...customers, ...server].map(({ about }) => about);
    const known = new Set([...asked, ...ofTheOwner, ...Object.keys(notAsked)]);
    const named = [...functions, ...namesInSource()];
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});
