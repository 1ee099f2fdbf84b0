import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openCopy, testInFullRun } from '../../testing/databases.ts';
import { openEmbeddedCopy } from '../../testing/embedded-copies.ts';
import { startListeningHost } from '../../testing/listening-host.ts';
import type { Database } from './database.ts';
import { upkeepOf } from './upkeep.ts';

let database: Database;
beforeAll(async () => {
  database = await openEmbeddedCopy();
});
beforeEach(() =>
  database.pool.query('truncate public.customers; drop schema if exists host cascade'),
);
afterAll(() => database.close());

const many = `
  insert into public.customers (email, name, phone, first_booked_at, last_booked_at)
  select 'customer' || n || '@example.com', 'Somebody', '+19055550100', now(), now() from generate_series(1, 3000) as n`;

async function known({ pool } = database) {
  const { rows } = await pool.query<{ rows: number; columns: number }>(
    `select reltuples::integer as rows,
       (select count(*)::integer from pg_stats where tablename = 'customers' and attname in ('email', 'phone')) as columns
     from pg_class where oid = 'public.customers'::regclass`,
  );
  return rows[0];
}

const nightly = (now: string) => upkeepOf({ database, now: () => new Date(now) });

test('the tables of a filled database are analysed soon after the start', async () => {
  const filled = await openEmbeddedCopy();
  await filled.pool.query(many);
  expect(await known(filled)).toEqual({ rows: -1, columns: 0 });
  const server = await startListeningHost(filled);
  await server.host.startBackground();
  await expect.poll(() => known(filled), { timeout: 30_000 }).toEqual({ rows: 3000, columns: 2 });
  await server.stop();
});

test('a table that an import filled after the night is analysed with the next round', async () => {
  const morning = nightly('2027-01-12T12:00:00Z');
  await morning.run();
  await database.pool.query(many);
  expect(await morning.run()).toBe(1);
  expect(await known()).toEqual({ rows: 3000, columns: 2 });
  // The usual changes of a day wait for the night.
  await database.pool.query(
    `update public.customers set name = 'Ada' where email like '%1@example.com'`,
  );
  expect(await morning.run()).toBe(0);
});

test('a table that an import filled is analysed although a crash lost the counts of changes', async () => {
  const morning = nightly('2027-01-12T12:00:00Z');
  await morning.run();
  await database.pool.query(many);
  await database.pool.query('select pg_stat_force_next_flush()');
  await database.pool.query('select pg_stat_reset()');
  expect(await morning.run()).toBe(1);
  expect(await known()).toEqual({ rows: 3000, columns: 2 });
  expect(await morning.run()).toBe(0);
});

testInFullRun('a visitor waits for one maintenance statement at most', async () => {
  await database.pool.query(many);
  const asked = vi.spyOn(database.pool, 'query');
  const round = { isOver: false };
  let answers = 0;
  const running = nightly('2027-01-12T12:00:00Z')
    .run()
    .finally(() => (round.isOver = true));
  while (!round.isOver) {
    await database.pool.query('select 1');
    answers += 1;
  }
  expect(await running).toBeGreaterThan(20);
  const ofTheRound = asked.mock.calls.length - answers;
  expect(ofTheRound).toBeGreaterThan(40);
  expect(answers).toBeGreaterThanOrEqual(ofTheRound - 1);
});

testInFullRun('the space of deleted rows is reused', async () => {
  const size = async () => {
    const { rows } = await database.pool.query<{ bytes: string }>(
      `select pg_relation_size('public.customers') as bytes`,
    );
    return Number(rows[0]?.bytes);
  };
  await database.pool.query(many);
  const once = await size();
  for (const day of ['12', '13']) {
    await database.pool.query(`update public.customers set name = name || '!'`);
    await nightly(`2027-01-${day}T12:00:00Z`).run();
  }
  expect(await size()).toBeLessThan(2.5 * once);
});

test('a PostgreSQL gets no maintenance from the server', async () => {
  const upkeep = upkeepOf({ database: { ...database, kind: 'postgres' }, now: () => new Date() });
  expect(await upkeep.run()).toBe(0);
});

describe('on any database', () => {
  let embedded: Database;
  beforeAll(async () => {
    embedded = database;
    // Vacuuming every table takes a server a fifth of the time.
    database = { ...(await openCopy()), kind: 'pglite' };
  });
  afterAll(async () => {
    await database.close();
    database = embedded;
  });

  test('maintenance is due once after 3 a.m., also if the server was off', async () => {
    expect(await nightly('2027-01-12T12:00:00Z').run()).toBeGreaterThan(0);
    expect(await nightly('2027-01-13T07:59:00Z').run()).toBe(0);
    expect(await nightly('2027-01-13T08:00:00Z').run()).toBeGreaterThan(0);
    expect(await nightly('2027-01-13T22:00:00Z').run()).toBe(0);
    expect(await nightly('2027-03-01T22:00:00Z').run()).toBeGreaterThan(0);
  });

  test('a table whose maintenance fails does not delay others and waits until the next night', async () => {
    await database.pool.query(many);
    await database.pool.query(
      `create function public.refuse(text) returns integer language plpgsql immutable as $$
       begin return 1; end $$;
       create table public.broken (word text);
       create index on public.broken (public.refuse(word));
       insert into public.broken values ('fine')`,
    );
    await database.pool.query(
      `create or replace function public.refuse(text) returns integer language plpgsql immutable as $$
       begin return 1 / 0; end $$`,
    );
    await expect(nightly('2027-01-12T12:00:00Z').run()).rejects.toThrow('1 tables failed');
    expect(await known()).toMatchObject({ rows: 3000 });
    expect(await nightly('2027-01-12T12:10:00Z').run()).toBe(0);
    await database.pool.query('drop table public.broken');
  });

  test('a stopping server waits for one table, and the next start begins again', async () => {
    const upkeep = nightly('2027-01-12T12:00:00Z');
    const round = upkeep.run();
    upkeep.stop();
    expect(await round).toBe(0);
    expect(await nightly('2027-01-12T12:10:00Z').run()).toBeGreaterThan(0);
  });
});
