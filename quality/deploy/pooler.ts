// Two servers behind PgBouncer in transaction mode, Debian's own and a newer one: 10,000 answers. Root on Debian.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { linkIn, spendLink } from '../../e2e/fixtures/accounts.ts';
import {
  answered,
  createBooking,
  freeDays,
  newVisitor,
  payBooking,
  post,
  verifyPayment,
} from '../../e2e/fixtures/booking-api.ts';
import { startMailCatcher } from '../../e2e/fixtures/mail-catcher.ts';
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { signInByApi } from '../../e2e/fixtures/session.ts';
import { record } from '../fixtures/record.ts';
import { check } from './fixtures/checks.ts';
import { makeCertificates, startCluster } from './fixtures/clusters.ts';
import {
  bookedTimes,
  guestEmails,
  inquiries,
  reviews,
  runMixedLoad,
  type Customer,
} from './fixtures/mixed-load.ts';
import { pgBouncer, startPooler, versionOf } from './fixtures/poolers.ts';
import { needPrograms } from './fixtures/programs.ts';

needPrograms({
  pgbouncer: 'pgbouncer',
  mmdebstrap: 'mmdebstrap',
  openssl: 'openssl',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
});
const folder = await temporaryFolder();
chmodSync(folder.path, 0o755);
const password = 'secret';
const certificates = makeCertificates(folder.path);
const cluster = await startCluster('15', folder.path, certificates);
await cluster.query(`create role shop login createrole password '${password}'`);
const direct = (database: string) =>
  `postgres://shop:${password}@localhost:${cluster.port}/${database}?sslmode=verify-full&sslrootcert=${certificates.authority}`;
const customerDays = freeDays(8);
/** By version of PgBouncer. */
const figures: Record<string, string | number>[] = [];
type Mail = Awaited<ReturnType<typeof startMailCatcher>>;

try {
  await cluster.query('create database other owner shop');
  for (const kind of ['own', 'newer'] as const) await tryPooler(pgBouncer(kind));
  if (!process.exitCode) {
    record({ name: 'pooler', command: 'npm run test:deploy -- pooler', rows: figures });
  }
} finally {
  await cluster.stop();
  await folder.remove();
}

async function tryPooler(program: string[]) {
  const version = versionOf(program);
  const on = `PgBouncer ${version}: `;
  const database = `shop_${version.replaceAll('.', '_')}`;
  await cluster.query(`create database ${database} owner shop`);
  const settings = {
    program,
    folder: folder.path,
    database: cluster.port,
    users: { shop: password },
  };
  const pooler = await startPooler(settings);
  const statements = await startPooler({ ...settings, mode: 'statement' });
  const sessions = await startPooler({ ...settings, mode: 'session' });
  const through = (port: number) => `postgres://shop:${password}@127.0.0.1:${port}/${database}`;
  const DATABASE_URL = through(pooler.port);
  try {
    const refusals: [string, Record<string, string>, RegExp][] = [
      ['no direct address', { DATABASE_URL }, /^DATABASE_URL leads through .* DATABASE_DIRECT_URL/],
      [
        'a pooler as the direct address',
        { DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL },
        /^DATABASE_DIRECT_URL leads through a connection pooler/,
      ],
      [
        'the direct address of another database',
        { DATABASE_URL, DATABASE_DIRECT_URL: direct('other') },
        /^DATABASE_DIRECT_URL names another database/,
      ],
      [
        'an unreachable direct address',
        { DATABASE_URL, DATABASE_DIRECT_URL: `postgres://shop@127.0.0.1:9/${database}` },
        /^DATABASE_DIRECT_URL can't be used: .*ECONNREFUSED/,
      ],
      [
        'a setting that PgBouncer does not know',
        { DATABASE_URL: `${DATABASE_URL}?statement_timeout=1000` },
        /^DATABASE_URL can't be used: .*unsupported startup parameter.*statement_timeout/,
      ],
      [
        'statement mode',
        { DATABASE_URL: through(statements.port), DATABASE_DIRECT_URL: direct(database) },
        /^DATABASE_URL can't be used: .*transaction/,
      ],
    ];
    for (const [what, env, reason] of refusals) {
      await check(`${on}${what} is refused with one line`, () => {
        assert.match(refusalOf(env), reason);
      });
    }
    // Since 1.21 it can translate names, and since 1.24 it does so by default.
    const mixesUp = Number(version.split('.')[1]) < 24;
    const row: (typeof figures)[number] = { PgBouncer: version };
    figures.push(row);
    await check(`${on}counted names bring ${mixesUp ? '' : 'no '}rows of others`, async () => {
      const counts = await countNames(DATABASE_URL);
      row['counted names: right / wrong / refused'] = Object.values(counts).join(' / ');
      assert.equal(counts.wrong > 0, mixesUp);
    });
    await check(`${on}session mode needs no direct address`, async () => {
      const { stop } = await startServer({
        dataDir: join(folder.path, `${database}-session`),
        env: { DATABASE_URL: through(sessions.port) },
      });
      assert.equal(await stop(), 0);
    });
    const env = { DATABASE_URL, DATABASE_DIRECT_URL: direct(database) };
    await check(`${on}two servers answer everything right`, async () => {
      const { answers, wrong, seconds } = await serve(env, database);
      Object.assign(row, { 'reads and writes': answers, wrong, s: seconds.toFixed(1) });
    });
    await check(`${on}a backup goes past it, or is refused`, () => backUp(env, database));
  } finally {
    await Promise.all([pooler, sessions, statements].map(({ stop }) => stop()));
  }
}

/** What a program of the build printed, and its exit code. */
function runProgram(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder.path, 'none'), PORT: '0', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, lines: `${stdout}${stderr}`.trim().split('\n') };
}

/** The one line with which the start ends. */
function refusalOf(env: Record<string, string>): string {
  const { status, lines } = runProgram(env, 'dist/server/main.js');
  assert.equal(status, 1, lines.join('\n'));
  assert.equal(lines.length, 1, lines.join('\n'));
  return lines.join();
}

/** A backup goes past the pooler, and is refused when it can't. */
function backUp(env: { DATABASE_URL: string; DATABASE_DIRECT_URL: string }, database: string) {
  const { DATABASE_URL } = env;
  const file = join(folder.path, `${database}.tgz`);
  const refused = runProgram({ DATABASE_URL }, 'dist/server/backup.js', 'backup', file);
  assert.match(refused.lines.join(), /^DATABASE_URL leads through a connection pooler/);
  const { status, lines } = runProgram(env, 'dist/server/backup.js', 'backup', file);
  assert.equal(status, 0, lines.join('\n'));
}

/** What 10 connections receive that count the names of their prepared statements, as this server doesn't. */
async function countNames(connectionString: string) {
  const clients = Array.from({ length: 10 }, () => new pg.Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  const counts = { right: 0, wrong: 0, refused: 0 };
  await Promise.all(
    clients.map(async (client, own) => {
      for (let n = 0; n < 280; n += 1) {
        const right = own * 1_000 + (n % 20);
        const statement = { name: `kept_${n % 20}`, text: `select ${right} as answer` };
        try {
          const { rows } = await client.query<{ answer: number }>(statement);
          counts[rows[0]?.answer === right ? 'right' : 'wrong'] += 1;
        } catch {
          counts.refused += 1;
        }
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return counts;
}

async function serve(env: Record<string, string>, database: string) {
  const mail = await startMailCatcher();
  const start = (name: string) =>
    startServer({
      dataDir: join(folder.path, `${database}-${name}`),
      env: { ...env, SMTP_URL: mail.url, TRUSTED_PROXIES: '1' },
    });
  // At the same moment.
  const servers = await Promise.all([start('one'), start('two')]);
  try {
    const origins = servers.map(({ origin }) => origin);
    const [first = '', second = ''] = origins;
    const values = reviews.map(
      (row) => `('${row['customer_name']}', ${row['rating']}, '${row['comment']}', true)`,
    );
    await cluster.query(
      `insert into public.reviews (customer_name, rating, comment, is_approved) values ${values.join()}`,
      { database },
    );
    const { access_token: administrator } = await signInByApi(first);
    const customers = await newCustomers(origins, mail);
    const live = await fetch(`${second}/live/v1/changes`, {
      headers: { authorization: `Bearer ${administrator}` },
    });
    const { answers, wrong, seconds } = await runMixedLoad({ origins, administrator, customers });
    console.log(
      `  ${answers} reads and writes, ${wrong.length} wrong, ${seconds.toFixed(1)} seconds`,
    );
    assert.deepEqual(wrong.slice(0, 5), []);
    assert.ok(answers >= 10_000);
    await check('  it stored every inquiry once', async () => {
      const stored = await cluster.query(
        `select subject, message from public.inquiries order by subject collate "C"`,
        { database },
      );
      const sent = inquiries.toSorted((one, other) => (one.subject < other.subject ? -1 : 1));
      assert.deepEqual(stored, sent);
    });
    await check('  it sent every guest one confirmation', () => confirmations(mail));
    await check('  the other server’s changes arrived live', () => heard(live, 'inquiries'));
    await check('  it logged no error', () => {
      for (const { output } of servers) assert.doesNotMatch(output(), /"level":[56]0/);
    });
    return { answers, wrong: wrong.length, seconds };
  } finally {
    const codes = await Promise.all(servers.map((server) => server.stop()));
    await mail.stop();
    assert.deepEqual(codes, [0, 0]);
  }
}

/** Signed-in customers with two paid bookings each. */
async function newCustomers(origins: string[], mail: Mail): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (const n of customerDays.keys()) {
    const origin = origins[n % origins.length] ?? '';
    const person = { email: `customer${n}@customer.example`, password: 'a good secret' };
    await answered(await post(origin, '/auth/v1/signup', person, newVisitor()));
    const { html = '' } = await received(mail, person.email, /confirm/i);
    await spendLink(linkIn(html), person.password);
    const { access_token: token } = await signInByApi(origin, person);
    const bookings = [];
    const bookingDate = customerDays[n] ?? '';
    for (const bookingTime of bookedTimes) {
      const choice = { bookingDate, bookingTime, email: person.email };
      const booking = await createBooking(origin, choice);
      await payBooking(origin, booking);
      await verifyPayment(origin, booking.bookingId);
      bookings.push({
        id: booking.bookingId,
        customer_email: person.email,
        booking_date: bookingDate,
      });
    }
    bookings.sort((one, other) => (one.id < other.id ? -1 : 1));
    customers.push({ email: person.email, token, bookings });
  }
  return customers;
}

function mailsTo({ mails }: Mail, address: string) {
  return mails.filter(({ to }) => to?.some((one) => one.address === address));
}

async function received(mail: Mail, address: string, subject: RegExp) {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = mailsTo(mail, address).find((one) => subject.test(one.subject ?? ''));
    if (found) return found;
    await pause(100);
  }
  throw new Error(`${address} received no email about ${String(subject)}`);
}

async function confirmations(mail: Mail) {
  for (const email of guestEmails) await received(mail, email, /is booked/);
  const counts = guestEmails.map((email) => mailsTo(mail, email).length);
  assert.deepEqual(
    counts,
    guestEmails.map(() => 1),
  );
}

async function heard({ body }: Response, topic: string) {
  assert.ok(body);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const limit = setTimeout(() => void reader.cancel(), 10_000);
  for (let text = ''; !text.includes(topic);) {
    const { done, value } = await reader.read();
    assert.ok(!done, `No "${topic}" among: ${text}`);
    text += value;
  }
  clearTimeout(limit);
  await reader.cancel();
}
