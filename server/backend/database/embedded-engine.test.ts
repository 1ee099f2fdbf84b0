import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openEmbeddedCopy } from '../../testing/embedded-copies.ts';
import type { Database } from './database.ts';

let database: Database;
let losses: Error[];

beforeAll(async () => {
  database = await openEmbeddedCopy({ onLoss: (error) => losses.push(error) });
  await database.pool.query('create table public.kept (it int)');
});
afterAll(() => database.close());

beforeEach(() => {
  losses = [];
});

const busily = 'select count(*)::int as it from generate_series(1, 300000) as n where n % 7 = 0';
const endless = 'select count(*) from generate_series(1, 100000000000) as n';

test('the process keeps working while a statement runs', async () => {
  let turns = 0;
  const count = setInterval(() => (turns += 1), 1);
  const { rows } = await database.pool.query<{ it: number }>(busily);
  clearInterval(count);
  expect(rows).toEqual([{ it: 42_857 }]);
  expect(turns).toBeGreaterThan(5);
});

test('an answer of many megabytes arrives complete', async () => {
  const { rows } = await database.pool.query<{ it: string }>(
    `select repeat(md5(n::text), 1000) as it from generate_series(1, 500) as n`,
  );
  expect(rows).toHaveLength(500);
  expect(rows.every(({ it }) => it.length === 32_000)).toBe(true);
});

test('an endless statement is cancelled and rolled back, and the database works afterwards', async () => {
  await database.pool.query('insert into public.kept values (1)');
  const client = await database.pool.connect();
  await client.query('begin; insert into public.kept values (2)');
  await timeOut(client);
  client.release(true);
  expect(losses).toMatchObject([{ code: '57014' }]);
  expect((await database.pool.query('select it from public.kept')).rows).toEqual([{ it: 1 }]);
});

test('listeners receive events after a restart of the engine, and learn of the gap', async () => {
  const heard: string[] = [];
  const stop = await database.listen('some words', {
    onNotice: (payload) => heard.push(payload),
    onGap: () => heard.push('gap'),
  });
  await database.pool.query(`notify "some words", 'before'`);
  await timeOut(database.pool);
  await database.pool.query(`notify "some words", 'after'`);
  await stop();
  await database.pool.query(`notify "some words", 'too late'`);
  expect(heard).toEqual(['before', 'gap', 'after']);
});

test('a query of an abandoned client does not disturb the next one', async () => {
  const client = await database.pool.connect();
  const left = client.query(busily).catch(() => null);
  client.release(true);
  expect((await database.pool.query('select 1 as it')).rows).toEqual([{ it: 1 }]);
  await left;
});

test('the engine has buffers of 32 MB, which count as used memory from its start', async () => {
  const { rows } = await database.pool.query('show shared_buffers');
  expect(rows).toEqual([{ shared_buffers: '32MB' }]);
});

test('copies leave nothing in the thread, also after a failure', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  for (let n = 0; n < 12; n++) {
    await expect(database.snapshot?.('/dev/null/nowhere')).rejects.toThrow('ENOTDIR');
  }
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});

/** Runs an endless statement under a limit of its own. */
async function timeOut(asked: { query: (sql: string) => Promise<unknown> }) {
  database.limitStatements?.(200);
  const refused = asked.query(endless);
  await expect(refused).rejects.toMatchObject({ code: '57014' });
  database.limitStatements?.(Infinity);
}
