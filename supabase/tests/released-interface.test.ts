import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { openCopy } from '../../server/testing/databases.ts';
import { contracted } from './contracted.ts';
import { brokenParts, nameOf, readInterface, type Interface } from './released-interface.ts';

const server = new URL('../../server/', import.meta.url);
const file = new URL('released-interface.jsonl', import.meta.url);

/** The functions outside the data interface that the server's own statements call. */
const calledByServer = [
  ...new Set(
    readdirSync(server, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|^testing/.test(path))
      .flatMap((path) => readFileSync(new URL(path, server), 'utf8').match(/private\.\w+/g) ?? []),
  ),
];

let database: Database;
let today: Interface;
let released: Interface;
beforeAll(async () => {
  database = await openCopy({ maxConnections: 1 });
  today = await readInterface(database.pool, calledByServer);
  if (process.env['RELEASE'] === '1') {
    writeFileSync(file, today.map((part) => `${JSON.stringify(part)}\n`).join(''));
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  released = lines.map((line) => JSON.parse(line) as Interface[number]);
});
afterAll(() => database.close());

test('lets the former version work on the database of this one', () => {
  const broken = [...brokenParts(released, today)].filter(([name]) => !(name in contracted));
  expect(broken.map(([name, problem]) => `${name} ${problem}`)).toEqual([]);
});

test('lists as contracted only what the release has and this version lacks', () => {
  const broken = brokenParts(released, today);
  expect(Object.keys(contracted).filter((name) => !broken.has(name))).toEqual([]);
});

const finish = 'public.finish_mail(mail_id, error)';

test.each([
  ['a dropped function', 'drop function public.finish_mail', finish, 'is gone'],
  [
    'an argument more, without a default',
    `drop function public.finish_mail;
     create function public.finish_mail(mail_id uuid, error text, note text) returns void language sql return null`,
    finish,
    "can't be called with (mail_id, error)",
  ],
  [
    'a second function with an optional argument more',
    `create function public.finish_mail(mail_id uuid, error text default null, note text default null)
     returns void language sql return null`,
    finish,
    'is ambiguous when called with (mail_id, error)',
  ],
  [
    'an optional argument more, without its grant',
    `drop function public.finish_mail;
     create function public.finish_mail(mail_id uuid, error text default null, note text default null)
     returns void language sql return null;
     revoke all on function public.finish_mail from public, anon, authenticated, service_role`,
    finish,
    "can't be called by service_role",
  ],
  [
    'another result',
    `drop function public.finish_mail;
     create function public.finish_mail(mail_id uuid, error text default null) returns text language sql return null`,
    finish,
    'returned void',
  ],
  [
    'a renamed column',
    'alter table public.mail_outbox rename column last_error to reason',
    'public.mail_outbox.last_error',
    'is gone',
  ],
  [
    'another type',
    'alter table public.mail_outbox alter column attempts type bigint',
    'public.mail_outbox.attempts',
    'was of the type integer',
  ],
  [
    'a new required column',
    'alter table public.inquiries add column origin text not null',
    'public.inquiries.origin',
    'is new and required: the former version inserts rows without it',
  ],
  [
    'a column that may no longer be null',
    'alter table public.mail_outbox alter column last_error set not null',
    'public.mail_outbox.last_error',
    'was not required',
  ],
])('finds %s', async (_, sql, name, problem) => {
  await database.pool.query('begin');
  try {
    await database.pool.query(sql);
    const after = await readInterface(database.pool, calledByServer);
    expect(brokenParts(today, after).get(name)).toBe(problem);
  } finally {
    await database.pool.query('rollback');
  }
});

test.each([
  [
    'an optional argument more in place of the former function',
    `drop function public.finish_mail;
     create function public.finish_mail(mail_id uuid, error text default null, note text default null)
     returns void language sql return null;
     grant execute on function public.finish_mail to service_role`,
  ],
  [
    'a column with a default',
    `alter table public.inquiries add column origin text not null default ''`,
  ],
])('accepts %s', async (_, sql) => {
  await database.pool.query('begin');
  try {
    await database.pool.query(sql);
    const after = await readInterface(database.pool, calledByServer);
    expect([...brokenParts(today, after)]).toEqual([]);
    expect(after.map(nameOf)).not.toEqual(today.map(nameOf));
  } finally {
    await database.pool.query('rollback');
  }
});
