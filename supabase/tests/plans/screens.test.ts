import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../server/backend/database/database.ts';
import { describePostgres } from '../../../server/testing/databases.ts';
import { ask, service, signUp, type Person } from '../cast.ts';
import { readsOf } from './explain.ts';
import { fillWithManyBookings, manyBookings } from './many-bookings.ts';
import { jobs, screens, type Question } from './questions.ts';

// What grows with the business. Reading such a table from end to end is never right for a screen.
const growing = [
  'bookings',
  'booking_changes',
  'booking_notes',
  'customers',
  'inquiries',
  'mail_outbox',
  'offered_times',
  'payment_findings',
  'payments',
  'rain_answers',
  'refunds',
  'reviews',
  'slot_claims',
  'waiting_list',
];

// The embedded database cannot tell how it answered a statement within a function.
describePostgres('With 100,000 bookings', (open) => {
  let database: Database;
  let administrator: Person;
  beforeAll(async () => {
    database = await open({ maxConnections: 1 });
    await fillWithManyBookings(database.pool);
    administrator = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  }, 240_000);
  afterAll(() => database.close());

  async function expectIndexes(who: Person, { sql, most }: Question) {
    const reads = await readsOf(database.pool, who, sql);
    expect(reads, 'the server explained something').not.toEqual([]);
    const ofGrowing = reads.filter(({ table }) => growing.includes(table));
    expect(ofGrowing.filter(({ how }) => how === 'Seq Scan')).toEqual([]);
    // An index read from end to end is no better.
    expect(ofGrowing.filter(({ rows }) => rows > most)).toEqual([]);
  }

  test.each(screens)('$name is answered by indexes', (question) =>
    expectIndexes(administrator, question),
  );

  test.each(jobs)('$name is done by indexes', (question) => expectIndexes(service, question));

  test('a table read from end to end would be noticed', async () => {
    const reads = await readsOf(
      database.pool,
      service,
      'select count(*) from public.bookings where price_cents > 1',
    );
    expect(reads).toMatchObject([{ table: 'bookings', how: 'Seq Scan', rows: manyBookings }]);
  });

  test('every function of the screens is asked', async () => {
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
});
