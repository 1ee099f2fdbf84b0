import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../admin/commands.ts';
import { findStuck } from '../admin/find-stuck.ts';
import type { Database } from '../backend/database/database.ts';
import { openCopy } from '../testing/databases.ts';
import { noteSchedule } from './backup-state.ts';
import type { BackupStore } from './backup-store.ts';
import { folderBackups } from './folder-backups.ts';
import { scheduledBackups } from './scheduled-backups.ts';

let database: Database;
let place: string;
let folder: string;
let clock: Date;
const problems: unknown[] = [];

beforeAll(async () => {
  const copy = await openCopy();
  // The state is in the database of the test. What is copied is not.
  const snapshot = (to: string) => mkdir(to).then(() => writeFile(join(to, 'file'), 'rows'));
  database = { ...copy, snapshot };
  await database.pool.query(`select public.set_info_email('info@example.com')`);
});
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'scheduled-'));
  folder = join(place, 'backups');
  await mkdir(join(place, 'data'));
  await mkdir(folder);
  problems.length = 0;
  await database.pool.query('truncate private.backup_state, public.mail_outbox');
  at('2027-03-10T12:00:00Z');
  await noteSchedule(database, true, clock);
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(place, { recursive: true, force: true });
});
afterAll(() => database.close());

const at = (moment: string) => (clock = new Date(moment));

function server(time = '03:30', { keep = 14, store = folderBackups(folder) } = {}) {
  return scheduledBackups({
    config: { dataDir: join(place, 'data'), databaseUrl: null, databaseDirectUrl: null },
    schedule: { at: time, keep },
    store,
    database,
    now: () => clock,
    log: {
      info: () => undefined,
      warn: (details) => problems.push(details),
      error: (details) => problems.push(details),
    },
  });
}

const made = async () => (await readdir(folder)).toSorted();

async function mails() {
  const { rows } = await database.pool.query<{ key: string; reason: string }>(
    `select key, data ->> 'reason' as reason from public.mail_outbox order by key`,
  );
  return rows;
}

/** `npm run admin -- run backups` on a server. */
async function runCommandOn({ run }: { run: () => Promise<number> }) {
  const printed: string[] = [];
  const rest = { mailFolder: null, dataDir: place, connections: null, backups: null };
  const exit = await runCommand(
    ['run', 'backups'],
    { ...rest, database, jobs: { backups: { run } }, stuckDisk: () => Promise.resolve(null) },
    (line) => void printed.push(line),
  );
  return { exit, printed };
}

test('a failed backup is made at once by the command, and by the next start', async () => {
  const store = folderBackups(folder);
  let isFull = true;
  const full: BackupStore = {
    ...store,
    write: (name, content) =>
      isFull ? Promise.reject(new Error('ENOSPC: no space left')) : store.write(name, content),
  };
  const one = server('03:30', { store: full });
  await one.run();
  expect(await runCommandOn(one)).toEqual({
    exit: 2,
    printed: [
      'The job backups ran. It did 0.',
      `The backup to ${folder} failed. There is no room for it.`,
    ],
  });
  const [missing] = await findStuck(database);
  expect(missing).toMatchObject({ kind: 'backup', status: 'missing', attempts: 2 });
  isFull = false;
  at('2027-03-10T12:01:00Z');
  expect(await one.run(), 'the timer waits an hour').toBe(0);
  expect(await runCommandOn(one)).toEqual({ exit: 0, printed: ['The job backups ran. It did 1.'] });
  expect(await findStuck(database)).toEqual([]);

  isFull = true;
  at('2027-03-11T12:00:00Z');
  await one.run();
  isFull = false;
  at('2027-03-11T12:01:00Z');
  await noteSchedule(database, true, clock);
  expect(await server('03:30', { store: full }).run()).toBe(1);
});

/** A store whose writing waits until `go` is called. */
function slowStore() {
  const turns = new EventEmitter();
  const gate = once(turns, 'go');
  const hasBegun = once(turns, 'begun');
  const store: BackupStore = {
    ...folderBackups(folder),
    write: async (name, content) => {
      turns.emit('begun');
      await gate;
      await folderBackups(folder).write(name, content);
    },
  };
  return { store, go: () => turns.emit('go'), hasBegun };
}

test('a new schedule begins with a backup, and then makes one a day', async () => {
  const { run } = server();
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  at('2027-03-11T08:29:00Z');
  expect(await run()).toBe(0);
  at('2027-03-11T08:30:00Z');
  expect(await run()).toBe(1);
  expect(await made()).toEqual([
    'scheduled-2027-03-10T120000Z.tgz',
    'scheduled-2027-03-11T083000Z.tgz',
  ]);
  const { mode } = await stat(join(folder, 'scheduled-2027-03-11T083000Z.tgz'));
  expect(mode & 0o777).toBe(0o600);
  expect(await readdir(join(place, 'data'))).toEqual([]);
});

test.each([
  ['spring, an hour later', '02:30', '2027-03-14T07:29:00Z', '2027-03-14T07:30:00Z'],
  ['autumn, the second time', '01:30', '2027-11-07T06:29:00Z', '2027-11-07T06:30:00Z'],
])('a time that the clocks change is due once: in %s', async (_when, time, before, due) => {
  const { run } = server(time);
  at(new Date(Date.parse(due) - 20 * 3_600_000).toISOString());
  expect(await run()).toBe(1);
  at(before);
  expect(await run()).toBe(0);
  at(due);
  expect(await run()).toBe(1);
  at(new Date(Date.parse(due) + 3_600_000).toISOString());
  expect(await run()).toBe(0);
});

test('missed ones are made up for by one, also by another process', async () => {
  expect(await server().run()).toBe(1);
  at('2027-03-20T16:00:00Z');
  expect(await server().run()).toBe(1);
  expect(await server().run()).toBe(0);
  expect(await mails()).toEqual([]);
});

test('of two servers one makes it, and keeps its lease while it works', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { store, go, hasBegun } = slowStore();
  const first = server('03:30', { store }).run();
  await hasBegun;
  expect(await server().run()).toBe(0);
  at('2027-03-10T12:00:55Z');
  vi.advanceTimersByTime(15_000);
  const lease = async () => {
    const { rows } = await database.pool.query<{ is_renewed: boolean }>(
      `select leased_until = '2027-03-10T12:01:55Z' as is_renewed from private.backup_state`,
    );
    return rows;
  };
  await expect.poll(lease).toEqual([{ is_renewed: true }]);
  at('2027-03-10T12:01:30Z');
  expect(await server().run()).toBe(0);
  go();
  expect(await first).toBe(1);
});

test('a killed server’s backup is made by another after a minute, and its rest is removed', async () => {
  const { store, hasBegun } = slowStore();
  void server('03:30', { store }).run();
  await hasBegun;
  await writeFile(join(folder, 'scheduled-2027-03-10T120000Z.tgz.unfinished'), 'half');
  at('2027-03-10T12:00:59Z');
  expect(await server().run()).toBe(0);
  at('2027-03-10T12:01:00Z');
  expect(await server().run()).toBe(1);
  expect(await made()).toEqual(['scheduled-2027-03-10T120100Z.tgz']);
});

test('the newest are kept, and no other file is deleted', async () => {
  const foreign = ['backup-2026-12-01.tgz', 'scheduled-notes.txt', 'x.tgz.unfinished'];
  for (const name of foreign) await writeFile(join(folder, name), 'mine');
  const { run } = server('03:30', { keep: 2 });
  for (const day of ['10', '11', '12', '13']) {
    at(`2027-03-${day}T12:00:00Z`);
    expect(await run()).toBe(1);
  }
  expect(await made()).toEqual(
    [...foreign, 'scheduled-2027-03-12T120000Z.tgz', 'scheduled-2027-03-13T120000Z.tgz'].toSorted(),
  );
});

test('the one just made stays although the clock was ahead before', async () => {
  await writeFile(join(folder, 'scheduled-2030-01-01T000000Z.tgz'), 'of a wrong clock');
  await server('03:30', { keep: 1 }).run();
  expect(await made()).toEqual(['scheduled-2027-03-10T120000Z.tgz']);
});

test('old ones that can’t be deleted fail no backup', async () => {
  const remove = () => Promise.reject(new Error('no right to delete'));
  const { run } = server('03:30', { keep: 1, store: { ...folderBackups(folder), remove } });
  await run();
  at('2027-03-11T12:00:00Z');
  expect(await run()).toBe(1);
  expect(problems).toEqual([{ reason: 'no right to delete' }]);
  expect(await mails()).toEqual([]);
});

test('a failure is told once a day, retried every hour, and ended by a success', async () => {
  await rm(folder, { recursive: true });
  await writeFile(folder, 'no folder any more');
  const { run } = server();
  expect(await run()).toBe(1);
  const [mail] = await mails();
  expect(mail).toEqual({
    key: 'backup_missing:2027-03-10',
    reason: expect.stringMatching(/^The backup to \/.*\/backups failed\. ENOTDIR: /) as string,
  });
  at('2027-03-10T12:59:59Z');
  expect(await run()).toBe(0);
  expect(problems).toHaveLength(1);
  at('2027-03-10T13:00:00Z');
  expect(await run()).toBe(0);
  expect(problems).toHaveLength(2);
  at('2027-03-11T13:00:00Z');
  expect(await run()).toBe(1);
  expect(await mails()).toHaveLength(2);
  await rm(folder);
  await mkdir(folder);
  at('2027-03-11T14:00:00Z');
  expect(await run()).toBe(1);
  at('2027-03-12T07:00:00Z');
  expect(await run()).toBe(0);
  expect(await mails()).toHaveLength(2);
});

test('a full disk is reported in a sentence, and leaves no part', async () => {
  const full: BackupStore = {
    ...folderBackups(folder),
    write: () => Promise.reject(new Error('ENOSPC: no space left on device, write')),
  };
  await server('03:30', { store: full }).run();
  const [mail] = await mails();
  expect(mail?.reason).toBe(`The backup to ${folder} failed. There is no room for it.`);
  expect(await made()).toEqual([]);
});

test('a stopping server ends its backup without a trace, and the next start makes it', async () => {
  const { store, go, hasBegun } = slowStore();
  const stopped = server('03:30', { store });
  const round = stopped.run();
  await hasBegun;
  stopped.stop();
  go();
  expect(await round).toBe(0);
  expect([await made(), await mails(), problems]).toEqual([[], [], []]);
  expect(await readdir(join(place, 'data'))).toEqual([]);
  expect(await server().run()).toBe(1);
});

test('without a schedule nothing is missing any more', async () => {
  await database.pool.query(`update private.backup_state set failure = 'no room'`);
  await noteSchedule(database, false, clock);
  const { rows } = await database.pool.query('select private.backup_trouble() as it');
  expect(rows).toEqual([{ it: null }]);
});
