import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { CodedError } from '../supabase/functions/_shared/http/errors.ts';
import { openDatabase, type Database } from './backend/database/database.ts';
import { startBackground } from './background.ts';
import { checkDisk } from './disk-room.ts';
import { logOutages } from './log-outages.ts';
import { openDatabaseLine } from './testing/database-line.ts';

const server = process.env['TEST_DATABASE_URL'];
let atEnd: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of atEnd.toReversed()) await end();
  atEnd = [];
});

function open(database: Database) {
  atEnd.push(() => database.close());
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  return { lines, log: logOutages({ info: write, warn: write, error: write }, database.pool) };
}

const nowhere = { connectionString: 'postgres://nobody@127.0.0.1:1/nothing' };

test('logs an unavailable database in one line, however many jobs and requests fail', async () => {
  const database = await openDatabase(nowhere);
  const { lines, log } = open(database);
  const failed = vi.fn();
  const ask = async () => {
    await database.pool.query('select 1').catch((error: unknown) => {
      failed();
      throw error;
    });
    return 0;
  };
  const jobs = { mails: { everyMs: 60_000, run: ask }, texts: { everyMs: 60_000, run: ask } };
  const background = startBackground(jobs, log);
  await background.stop();
  log.error({ err: new CodedError('database_away') }, 'database_away');
  log.warn({ err: { code: 'PGRST001', message: 'no connection' } }, 'A page was not updated');
  expect(failed).toHaveBeenCalledTimes(2);
  expect(lines).toEqual(['The database is unavailable']);
});

test('logs every other line, also during an outage', async () => {
  const { lines, log } = open(await openDatabase(nowhere));
  log.error({ err: new CodedError('database_away') }, 'database_away');
  log.error({ err: new Error('another') }, 'A background job failed and will be retried');
  log.warn({ status: 503 }, 'A request was refused');
  log.info({}, 'A background job ran');
  expect(lines).toEqual([
    'The database is unavailable',
    'A background job failed and will be retried',
    'A request was refused',
    'A background job ran',
  ]);
});

test('logs a mail server that is away once, a count every ten minutes, and its return', async () => {
  const database = await openDatabase(nowhere);
  atEnd.push(() => database.close());
  const lines: { message: string; details: object }[] = [];
  const write = (details: object, message: string) => void lines.push({ message, details });
  let minutes = 0;
  const log = logOutages({ info: write, warn: write, error: write }, database.pool, {
    now: () => minutes * 60_000,
  });
  const err = new Error('connect ECONNREFUSED 127.0.0.1:25');
  const fail = () => log.warn({ err, outage: 'mail' }, 'An email could not be sent');
  fail();
  for (; minutes < 25; minutes += 1) for (let round = 0; round < 12; round += 1) fail();
  log.worked?.('mail');
  log.worked?.('mail');
  fail();
  expect(lines.map(({ message }) => message)).toEqual([
    'An email could not be sent',
    'Still, 122 times: An email could not be sent',
    'Still, 242 times: An email could not be sent',
    'The mail server answers again',
    'An email could not be sent',
  ]);
  expect(lines[0]?.details).toHaveProperty('err');
  expect(lines[1]?.details).toEqual({ outage: 'mail', times: 122, seconds: 600 });
  expect(lines[3]?.details).toEqual({ outage: 'mail', times: 301, seconds: 1500 });
});

test('logs another reason of the same outage in full', async () => {
  const { lines, log } = open(await openDatabase(nowhere));
  for (const reason of ['no route', 'keys expired', 'no route', 'keys expired']) {
    log.warn({ reason, outage: 'texts' }, `A text message could not be sent: ${reason}`);
  }
  expect(lines).toEqual([
    'A text message could not be sent: no route',
    'A text message could not be sent: keys expired',
  ]);
});

test('logs a job that fails at each of its turns once, and when it works again', async () => {
  const { lines, log } = open(await openDatabase(nowhere));
  let isBroken = true;
  const run = () => (isBroken ? Promise.reject(new Error('no room')) : Promise.resolve(0));
  const turn = async () => {
    await startBackground({ photos: { everyMs: 60_000, run } }, log).stop();
  };
  await turn();
  await turn();
  isBroken = false;
  await turn();
  expect(lines).toEqual([
    'A background job failed and will be retried',
    'Works again: the job photos',
  ]);
});

test.runIf(server)('logs the end of an outage, and the next one', async () => {
  const line = await openDatabaseLine(server ?? '');
  atEnd.push(() => line.cut());
  const database = await openDatabase({ connectionString: line.url });
  const { lines, log } = open(database);
  const ask = () =>
    database.pool.query('select 1').catch((error: unknown) => {
      log.error({ err: error }, 'A background job failed and will be retried');
    });
  await ask();
  for (const _ of [1, 2]) {
    await line.cut();
    await ask();
    await ask();
    await line.mend();
    await ask();
    await ask();
  }
  expect(lines).toEqual([
    'The database is unavailable',
    'The database answers again',
    'The database is unavailable',
    'The database answers again',
  ]);
});

test('a full disk is named as soon as the database is unavailable, and once', async () => {
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  const pool = new EventEmitter() as unknown as Pool;
  const full = () => Promise.resolve({ freeBytes: 0, totalBytes: 100e9 });
  const log = logOutages({ info: write, warn: write, error: write }, pool, {
    checkDisk: (to) => checkDisk('/data', to, full),
  });
  const err = { code: 'PGRST001', message: 'Database client error. Retrying the connection.' };
  for (const _ of [1, 2]) log.error({ err }, 'A data request failed');
  await new Promise((next) => setImmediate(next));
  expect(lines).toEqual(['The database is unavailable', 'The disk is nearly full']);
});

test('a full disk ends as an outage once a write can work, not with the next read', async () => {
  const pool = new EventEmitter();
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  let hasRoom = false;
  let minutes = 0;
  const log = logOutages({ info: write, warn: write, error: write }, pool as unknown as Pool, {
    now: () => minutes * 60_000,
    isHealthy: () => Promise.resolve(hasRoom),
  });
  const full = Object.assign(new Error('No space left on device'), {
    code: '53100',
    severity: 'ERROR',
  });
  const settle = () => new Promise((next) => setImmediate(next));
  for (; minutes < 5; minutes += 1) {
    log.error({ err: full }, 'A background job failed and will be retried');
    pool.emit('release', undefined);
    await settle();
  }
  minutes += 10;
  pool.emit('release', undefined);
  await settle();
  expect(lines).toEqual(['The database is unavailable']);
  hasRoom = true;
  pool.emit('release', undefined);
  await settle();
  expect(lines).toEqual(['The database is unavailable', 'The database answers again']);
});
