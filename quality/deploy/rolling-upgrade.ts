// The former version and this one serve side by side. [minutes] [former commit]. Root on Debian.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { signInByApi } from '../../e2e/fixtures/session.ts';
import { asPerson, newCustomer } from '../chaos/fixtures/accounts.ts';
import { startMailSink } from '../chaos/fixtures/mail-sink.ts';
import { startPaymentProvider } from '../chaos/fixtures/payment-provider.ts';
import { seeded } from '../chaos/fixtures/seeded.ts';
import { openSlots } from '../chaos/fixtures/slots.ts';
import { startWebhookSender } from '../chaos/fixtures/webhook-events.ts';
import { buildOlder, olderCommits } from '../chaos/upgrade/older-builds.ts';
import type { Query } from '../fixtures/places.ts';
import { startBalancer } from './fixtures/balancer.ts';
import { checkTold, untilSent } from './fixtures/check-told.ts';
import { check } from './fixtures/checks.ts';
import { makeCertificates, startCluster } from './fixtures/clusters.ts';
import { needPrograms } from './fixtures/programs.ts';
import { visit, type Attempt, type Told } from './fixtures/visitors.ts';

const [minutes = '10', formerCommit = olderCommits().at(-1)?.commit ?? 'HEAD^'] =
  process.argv.slice(2);
const aloneMs = 10_000;
const customersAtOnce = 3;
// An account may move its bookings 20 times a day.
const accounts = 24;
// Three times a day for a year are enough for so many visits.
const restMs = 3_000;
const readEveryMs = 250;
// The balancer notices within a second that /readyz answers 503.
const stopNoticeSeconds = 5;

needPrograms({
  haproxy: 'haproxy',
  openssl: 'openssl',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
});
const older = await buildOlder('the former version', formerCommit);
const folder = await temporaryFolder();
// A cluster of its own: roles belong to all databases of a cluster, and other versions may have made them.
const certificates = makeCertificates(folder.path);
const cluster = await startCluster('15', folder.path, certificates);
const shop = { name: 'shop', password: 'shop', database: 'shop' };
await cluster.query(`create role shop superuser login password 'shop'`);
await cluster.query('create database shop owner shop');
const url = `postgres://shop:shop@localhost:${cluster.port}/shop?sslmode=verify-full&sslrootcert=${certificates.authority}`;
const ports = { former: await freePort(), current: await freePort() };
const balancer = await startBalancer(folder.path, ports);
const { origin } = balancer;
const [provider, mails] = [await startPaymentProvider(), await startMailSink()];
const query = ((sql: string) => cluster.query(sql, shop)) as Query;
const env = {
  DATABASE_URL: url,
  TRUSTED_PROXIES: '1',
  PUBLIC_URL: origin,
  STOP_NOTICE_SECONDS: String(stopNoticeSeconds),
  ...provider.env,
  ...mails.env,
};
const start = (name: keyof typeof ports, build?: string) =>
  startServer({ dataDir: join(folder.path, name), folder: build, port: ports[name], env });

let phase = 'the former version alone';
let isOpen = true;
let requests = 0;
const errors: string[] = [];
const told: Told[] = [];
const note = (what: string, is: string) => errors.push(`${phase}: ${what} answered ${is}`);

const former = await start('former', older.folder);
let current: typeof former | null = null;
await query('update public.time_settings set window_days = 365');
const sender = startWebhookSender(() => origin, provider.webhookSecret);

/** Each request is sent once: an error is one that a visitor sees. */
const attempt: Attempt = async (what, statuses, ask) => {
  requests += 1;
  const answer = await ask(origin);
  if (statuses.includes(answer.status) && answer.status < 400) return answer;
  throw new Error(`${what} answered ${answer.status} ${answer.code}`);
};

try {
  await balancer.untilUp('former');
  const owner = (await signInByApi(origin)).access_token;
  const emails = Array.from({ length: accounts }, (_, n) => `person-${n}@customer.example`);
  const people: { email: string; token: string }[] = [];
  for (const email of emails) {
    const { access_token: token } = await newCustomer(origin, mails, email);
    people.push({ email, token });
  }
  const town = { attempt, slots: openSlots(), provider, sender, chance: seeded(1), told };
  let turn = 0;
  const nextVisit = () => visit(town, people[(turn += 1) % accounts] ?? { email: 'none' });
  const traffic = Promise.all([
    ...Array.from({ length: customersAtOnce }, () => repeat(nextVisit, restMs)),
    ...reads(owner, people[0]?.token ?? '').map((read) => repeat(read, readEveryMs)),
  ]);
  await pause(aloneMs);

  phase = 'the former version while the other starts';
  current = await start('current');
  await balancer.untilUp('former', 'current');
  phase = 'both';
  const atFirst = await answersOf();
  await pause(Number(minutes) * 60_000);
  const atLast = await answersOf();

  phase = 'this version while the other leaves';
  const exit = former.stop();
  await check('/readyz of a stopping server answers 503 while it serves', async () => {
    const { status } = await fetch(`${former.origin}/readyz`);
    assert.equal(status, 503);
    assert.equal((await fetch(former.origin)).status, 200);
  });
  await balancer.untilUp('current');
  await check('the former version exits with 0', async () => assert.equal(await exit, 0));
  phase = 'this version alone';
  await pause(aloneMs);
  isOpen = false;
  await traffic;
  const { deliveries, events } = await sender.done();

  const served = Object.keys(ports).map((name) => (atLast[name] ?? 0) - (atFirst[name] ?? 0));
  console.log(
    `${minutes} minutes side by side; ${requests} requests, ${told.length} bookings, ${events} webhooks. ` +
      `Side by side, the former version answered ${served[0]} and this one ${served[1]}.`,
  );
  await check('both versions served', () => assert.ok(Math.min(...served) > 50, served.join()));
  await check('no request failed', () => assert.deepEqual([...new Set(errors)].slice(0, 20), []));
  await check('no webhook was refused', () => assert.equal(deliveries, events));
  await check('no answer was a 5xx', async () => {
    const figures = await balancer.figures();
    assert.deepEqual(
      figures.map(({ serverErrors }) => serverErrors),
      [0, 0],
    );
  });
  await check('neither version logged an error', () => {
    const logged = [former, current]
      .flatMap((server) => server?.output().split('\n') ?? [])
      .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
    assert.deepEqual(logged.slice(0, 5), []);
  });
  await untilSent({ query, mails });
  await checkTold({ query, url, provider, mails, told });
} finally {
  isOpen = false;
  await former.kill();
  await current?.kill();
  await balancer.stop();
  await provider.shutDown();
  await mails.close();
  await cluster.stop();
  await folder.remove();
  await older.remove();
}

async function repeat(work: () => Promise<unknown>, everyMs: number) {
  while (isOpen) {
    await work().catch((error: unknown) => note('a request', String(error)));
    await pause(everyMs);
  }
}

/** What screens load: a visitor's, a customer's and the owner's. */
function reads(owner: string, customer: string) {
  const paths: [path: string, token: string | null, body?: object][] = [
    ['/', null],
    ['/gallery', null],
    ['/rest/v1/booked_slots?select=*&limit=20', null],
    ['/rest/v1/rpc/review_rating', null, {}],
    ['/rest/v1/rpc/opening_rules', null, {}],
    ['/rest/v1/bookings?select=*&limit=20', customer],
    ['/rest/v1/rpc/owner_dashboard', owner, {}],
  ];
  return paths.map(([path, token, body]) => async () => {
    requests += 1;
    const answer = await fetch(origin + path, {
      headers: {
        'content-type': 'application/json',
        ...(token !== null && asPerson(token)),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) note(path, `${answer.status} ${text.slice(0, 200)}`);
  });
}

async function answersOf(): Promise<Record<string, number>> {
  const figures = await balancer.figures();
  return Object.fromEntries(figures.map(({ name, answers }) => [name, answers]));
}
