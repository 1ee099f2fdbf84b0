import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runWords } from '../admin/run-words.ts';
import { readConfig } from '../config.ts';
import { buildHost } from '../host.ts';
import { copyEmbedded } from '../testing/embedded-copies.ts';

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };

let folder: string;
const place = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copied-'));
  await copyEmbedded(place('first'));
});
afterEach(() => rm(folder, { recursive: true }));

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'booking@wash.example' };
const configAt = (name: string, env: Record<string, string> = mail) =>
  readConfig({ DATA_DIR: place(name), ADMIN_PASSWORD: 'a password for tests', ...env });

/** Starts and stops a server there. Returns its lines about the folder, and the emails that it would send. */
async function startAt(name: string, env?: Record<string, string>) {
  const host = await buildHost(configAt(name, env), log, { prerenderFile: null });
  try {
    await host.startBackground();
    const { rows } = await host.database.pool
      .query<{ key: string }>(
        `update public.mail_outbox set locked_until = null, next_attempt_at = now() where key = 'waits';
       select key from public.claim_mail(100, 60) where key = 'waits'`,
      )
      .then((results) => (results as unknown as { rows: { key: string }[] }[])[1] ?? { rows: [] });
    return { notices: host.notices.filter((line) => line.includes('copy')), sends: rows.length };
  } finally {
    await host.close();
  }
}

async function firstWithAWaitingMail(env?: Record<string, string>) {
  const host = await buildHost(configAt('first', env), log, { prerenderFile: null });
  await host.startBackground();
  await host.database.pool.query(
    `select public.enqueue_mail('waits', 'template_test', 'ada@example.com', null,
      '{"template_type": "receipt", "subject": "Hello", "content": "<p>Hello</p>"}')`,
  );
  await host.close();
}

const copy = (to: string) =>
  cp(place('first'), place(to), { recursive: true, preserveTimestamps: true });

async function admin(name: string, ...words: string[]) {
  const said: string[] = [];
  const exit = await runWords(words, configAt(name), (line) => void said.push(line));
  return { exit, said };
}

const heldLine =
  /^DATA_DIR is a copy of another folder\. 1 email, 0 texts and 0 refunds wait, .* npm run admin -- release send, or npm run admin -- release discard$/;

test('a copied folder holds what the first one sends, until the operator decides', async () => {
  await firstWithAWaitingMail();
  await copy('second');
  expect(await admin('second', 'outbox')).toEqual({
    exit: 2,
    said: [
      expect.stringMatching(
        /^DATA_DIR is a copy of .*first.database and waits for the first start/,
      ),
    ],
  });
  await expect(admin('second', 'release', 'send')).rejects.toThrow(/is a copy of/);
  const held = { notices: [expect.stringMatching(heldLine) as string], sends: 0 };
  expect(await startAt('second')).toEqual(held);
  expect(await startAt('second')).toEqual(held);
  expect(await startAt('first')).toEqual({ notices: [], sends: 1 });
  expect(await admin('second', 'release', 'send')).toMatchObject({ exit: 0 });
  expect(await startAt('second')).toEqual({ notices: [], sends: 1 });
});

test('a copy without anything in its queues waits, too: its reminders are those of the other', async () => {
  await startAt('first');
  await copy('second');
  expect((await startAt('second')).notices).toHaveLength(1);
});

test('a folder that was renamed, or that a copy replaced, is told apart', async () => {
  await firstWithAWaitingMail();
  await rename(place('first'), place('moved'));
  expect(await startAt('moved')).toEqual({ notices: [], sends: 1 });
  await cp(place('moved'), place('first'), { recursive: true });
  await rename(place('moved'), place('elsewhere'));
  await rename(place('first'), place('moved'));
  expect(await startAt('moved')).toMatchObject({ sends: 0 });
  expect(await startAt('elsewhere')).toEqual({ notices: [], sends: 1 });
});

test('a copy that sends nothing goes on, and waits once it is connected', async () => {
  await firstWithAWaitingMail();
  await copy('second');
  await admin('second', 'disconnect', 'mail', 'discard');
  expect(await startAt('second', {})).toEqual({ notices: [], sends: 0 });
  expect((await startAt('second')).notices).toHaveLength(1);
});
