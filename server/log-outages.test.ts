import { afterEach, expect, test, vi } from 'vitest';
import { CodedError } from '../supabase/functions/_shared/http/errors.ts';
import { openDatabase, type Database } from './backend/database/database.ts';
import { startBackground } from './background.ts';
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
