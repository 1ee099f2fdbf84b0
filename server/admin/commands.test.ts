import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { book } from '../../supabase/tests/bookings.ts';
import { readConfig } from '../config.ts';
import { askServer } from '../control.ts';
import { buildHost, type Host } from '../host.ts';
import { openEmbeddedCopy } from '../testing/embedded-copies.ts';
import { stuckDisk as diskOf } from '../disk-room.ts';
import { askForCommand } from './ask-for-command.ts';
import { runCommand } from './commands.ts';

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };

/** A server with the embedded database, to which other programs have no other way. */
let host: Host;
let dataDir: string;
beforeAll(async () => {
  // A path too long for a socket.
  dataDir = await mkdtemp(join(tmpdir(), `commands-${'x'.repeat(111)}-`));
  await writeFile(join(dataDir, 'index.html'), '<!doctype html><!--app-config-->');
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a long enough password' });
  host = await buildHost(config, log, { database: await openEmbeddedCopy(), siteFolder: dataDir });
});
afterAll(async () => {
  await host.close();
  await rm(dataDir, { recursive: true });
});

async function ask(...words: string[]) {
  const printed: string[] = [];
  const exitCode = await askForCommand(dataDir, words, (line) => printed.push(line));
  return { exitCode, printed };
}

test('a job runs in the server', async () => {
  await host.database.pool.query(
    `select public.enqueue_mail('asked', 'template_test', 'ada@example.com', null,
       '{"template_type": "receipt", "subject": "Hello", "content": "<p>Hello</p>"}')`,
  );
  expect(await ask('run', 'mail')).toEqual({
    exitCode: 0,
    printed: [expect.stringMatching(/^The job mail ran\. It did [1-9]\d*\.$/)],
  });
  const { rows } = await host.database.pool.query(
    `select status from public.mail_outbox where key = 'asked'`,
  );
  expect(rows).toEqual([{ status: 'sent' }]);
});

test('a full disk is listed although the database has no report of it', async () => {
  const printed: string[] = [];
  const stuckDisk = () => diskOf('/data', () => Promise.resolve({ freeBytes: 0, totalBytes: 1e9 }));
  const place = { ...host, stuckDisk };
  expect(await runCommand(['stuck'], place, (line) => printed.push(line))).toBe(2);
  expect(printed.join('\n')).toMatch(/^1 disk .*\n {2}.*0 MB are free in \/data$/);
});

test('a job that left something says why', async () => {
  const { pool } = host.database;
  await pool.query(
    `insert into public.mail_outbox (key, template_type, to_email, last_error)
       values ('away', 'receipt', 'ada@example.com', 'connect ECONNREFUSED 127.0.0.1:25');
     insert into private.backup_state (scheduled_since, next_attempt_at, failure)
       values (now(), now(), 'The backup to /b failed. There is no room for it.')`,
  );
  const idle = { run: () => Promise.resolve(0) };
  const place = { ...host, jobs: { mail: idle, backups: idle, refunds: idle } };
  const run = async (job: string) => {
    const printed: string[] = [];
    return [await runCommand(['run', job], place, (line) => printed.push(line)), printed];
  };
  expect(await run('mail')).toEqual([
    2,
    ['The job mail ran. It did 0.', '1 email still waits: connect ECONNREFUSED 127.0.0.1:25'],
  ]);
  expect(await run('backups')).toEqual([
    2,
    ['The job backups ran. It did 0.', 'The backup to /b failed. There is no room for it.'],
  ]);
  expect((await run('refunds'))[0]).toBe(0);
  await pool.query(`insert into private.outbox_hold values (true, now(), now())`);
  expect(await run('mail')).toEqual([
    2,
    [
      'The job mail ran. It did 0.',
      expect.stringMatching(/^A backup of .* was restored\. 1 email, /),
    ],
  ]);
  await pool.query(
    `delete from private.outbox_hold; delete from private.backup_state;
     delete from public.mail_outbox where key = 'away'`,
  );
});

test('a server keeps the connections that it runs with', async () => {
  const place = { ...host, connections: { mail: 'mail.example:465' } };
  await expect(runCommand(['disconnect', 'mail'], place, quiet)).rejects.toThrow(
    'A server runs with SMTP_URL: stop it before you disconnect it',
  );
});

test('an unknown job is refused with the list of jobs', async () => {
  await expect(ask('run', 'constructor')).rejects.toThrow(
    /^There is no job constructor\. The jobs: mail, dueMails, .*refunds/,
  );
});

test('the books are checked, and the exit code says whether they agree', async () => {
  expect((await ask('books')).exitCode).toBe(0);
  await book(host.database.pool);
  await host.database.pool
    .query(`set session_replication_role = replica; delete from public.payments;
    set session_replication_role = origin`);
  const { exitCode, printed } = await ask('books');
  expect(exitCode).toBe(2);
  expect(printed[0]).toMatch(/^1 payments? /);
});

test('a new secret of tokens leaves the stored one that hashes', async () => {
  const secrets = async () => {
    const { rows } = await host.database.pool.query<{ name: string; value: string }>(
      'select name, value from host.secrets order by name',
    );
    return new Map(rows.map(({ name, value }) => [name, value]));
  };
  const before = await secrets();
  expect((await ask('rotate')).exitCode).toBe(0);
  const after = await secrets();
  expect(after.get('token_secret')).toBe(before.get('token_secret'));
  expect(after.get('former_signing_secret')).toBe(before.get('signing_secret'));
  expect(after.get('signing_secret')).not.toBe(before.get('signing_secret'));
});

test('an address that is no administrator’s is refused with the reason', async () => {
  await expect(ask('reset', 'ada@example.com')).rejects.toThrow(/ada@example\.com/);
});

test.each([
  [['reset'], /^Usage:\nnpm run admin -- reset <email/],
  [['books', 'now'], /^books takes no word now\. Usage:\nnpm run admin -- books/],
  [['run', 'mail', 'twice'], /^run takes no word twice\. Usage:\nnpm run admin -- run <job>/],
  [['toString'], /^There is no command toString\. Usage:\nnpm run admin -- reset <email/],
  [['disconnect', 'texts', 'discard'], /^disconnect takes no word discard\. Usage:/],
  [['disconnect', 'stripe'], /^There is no connection stripe\. The connections: mail, /],
  [[], /^Usage:\nnpm run admin -- reset <email/],
])('%j is refused with the word that is wrong', async (words, sentence) => {
  await expect(ask(...words)).rejects.toThrow(sentence);
});

test('an unknown question ends the connection, and the server goes on', async () => {
  for (const question of ['nonsense', 'toString', 'x'.repeat(10_000)]) {
    const line = await askServer(dataDir, [question]);
    await new Promise((resolve) => line?.resume().once('close', resolve));
  }
  const raw = await askServer(dataDir, []);
  raw?.write('no list\n');
  await new Promise((resolve) => raw?.resume().once('close', resolve));
  expect((await ask('outbox')).exitCode).toBe(0);
});
