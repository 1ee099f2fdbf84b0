// The primary of three PostgreSQL is killed while customers book and pay at two servers. [kills]. Root on Debian.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { startMailSink } from '../chaos/fixtures/mail-sink.ts';
import { startPaymentProvider } from '../chaos/fixtures/payment-provider.ts';
import { seeded } from '../chaos/fixtures/seeded.ts';
import { openSlots } from '../chaos/fixtures/slots.ts';
import { startWebhookSender } from '../chaos/fixtures/webhook-events.ts';
import { median } from '../fixtures/median.ts';
import type { Query } from '../fixtures/places.ts';
import { checkTold, untilSent } from './fixtures/check-told.ts';
import { check } from './fixtures/checks.ts';
import { contradicted, type Sample, type Write } from './fixtures/honesty.ts';
import { debianPackages, startPatroni } from './fixtures/patroni.ts';
import { needPrograms } from './fixtures/programs.ts';
import { visit, type Attempt, type Told } from './fixtures/visitors.ts';

const kills = Number(process.argv[2] ?? 5);
const customersAtOnce = 4;
const restMs = 1_200;
const againMs = 250;
const trafficBetweenMs = 6_000;
const backWithinMs = 30_000;
const sampleEveryMs = 200;
const toleranceMs = 2_000;
// While commits wait, a second request for the same booking waits for its row until the server's limit of statements.
const statementLimitMs = 15_000;

needPrograms(debianPackages);
const folder = await temporaryFolder();
chmodSync(folder.path, 0o777);
const cluster = await startPatroni(folder.path);
await cluster.query('create role shop login createrole');
await cluster.query('create database shop owner shop');
const query = ((sql: string, values?: unknown[]) => cluster.query(sql, values, 'shop')) as Query;
const url = `postgres://shop@127.0.0.1:${cluster.port}/shop`;

const [provider, mails] = [await startPaymentProvider(), await startMailSink()];
const env = {
  DATABASE_URL: url,
  TRUSTED_PROXIES: '1',
  PUBLIC_URL: 'https://wash.example',
  ...provider.env,
  ...mails.env,
};
const startApp = async (name: string) => {
  const server = await startServer({ dataDir: join(folder.path, name), env });
  return { name, server, origin: server.origin };
};
const apps = [await startApp('first'), await startApp('second')];
await query('update public.time_settings set window_days = 365');

const writes: (Write & { what: string; status: number; code: string })[] = [];
const samples: Sample[] = [];
const pages = new Map<number, number>();
const told: Told[] = [];
let isOpen = true;
let turn = 0;
const nextApp = () => {
  const app = apps[(turn += 1) % apps.length];
  if (!app) throw new Error('There is no app');
  return app;
};
const sender = startWebhookSender(() => nextApp().origin, provider.webhookSecret);

/** At one app, then at the other, until it is answered: as a customer who presses again. */
const attempt: Attempt = async (what, statuses, ask) => {
  for (;;) {
    const { name: app, origin } = nextApp();
    const startedAt = Date.now();
    const answer = await ask(origin).catch(() => null);
    const { status, code } = answer ?? { status: 0, code: 'no answer' };
    const isDone = statuses.includes(status);
    writes.push({ app, startedAt, endedAt: Date.now(), isDone, what, status, code });
    if (answer && isDone) return answer;
    await pause(againMs);
  }
};

try {
  const town = { attempt, slots: openSlots(), provider, sender, chance: seeded(1), told };
  const customer = async (name: string) => {
    for (let count = 1; isOpen; count += 1) {
      await visit(town, { email: `visitor-${name}-${count}@customer.example` });
      await pause(restMs);
    }
  };
  const traffic = Promise.all([
    ...Array.from({ length: customersAtOnce }, (_, index) => customer(String(index))),
    ...apps.map(watchReadiness),
    ...apps.map(readPages),
  ]);
  await pause(trafficBetweenMs);
  await check('a server is refused a standby with one line', refuseStandby);
  await check('/readyz answers 503 while both standbys are dead and commits wait', killStandbys);
  for (let kill = 1; kill <= kills; kill += 1) await killPrimary(kill);
  isOpen = false;
  await traffic;
  await sender.done();
  await untilSent({ query, mails });
  await compare();
} finally {
  for (const { server } of apps) await server.kill();
  await cluster.stop();
  await provider.shutDown();
  await mails.close();
  await folder.remove();
}

async function refuseStandby() {
  const [standby] = await cluster.standbys();
  const { status, stderr } = spawnSync(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      DATABASE_URL: `postgres://shop@127.0.0.1:${standby?.port}/shop`,
      DATA_DIR: join(folder.path, 'none'),
    },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /^DATABASE_URL can't be used: this PostgreSQL is a standby[^\n]*\n$/);
}

async function killStandbys() {
  const standbys = await cluster.standbys();
  await Promise.all(standbys.map((standby) => standby.kill()));
  await untilReadiness(503);
  await pause(trafficBetweenMs);
  for (const standby of standbys) standby.start();
  await cluster.untilSynchronous();
  await untilReadiness(200);
  await pause(trafficBetweenMs);
}

/** Waits until both servers answer that. Throws after 30 s. */
async function untilReadiness(status: number) {
  for (const until = Date.now() + backWithinMs; Date.now() < until;) {
    const answers = await Promise.all(apps.map(({ origin }) => fetch(`${origin}/readyz`)));
    if (answers.every((answer) => answer.status === status)) return;
    await pause(sampleEveryMs);
  }
  throw new Error(`/readyz does not answer ${status}`);
}

async function killPrimary(count: number) {
  const primary = await cluster.primary();
  const killedAt = Date.now();
  await primary.kill();
  await check(`kill ${count}: bookings and payments work again within 30 s`, async () => {
    const backMs = await untilBack(killedAt);
    console.log(`  after ${(backMs / 1000).toFixed(1)} s`);
    assert.ok(backMs <= backWithinMs, `after ${backMs} ms`);
  });
  primary.start();
  await cluster.untilSynchronous();
  console.log(`  synchronous again after ${Math.round((Date.now() - killedAt) / 1000)} s`);
  await pause(trafficBetweenMs);
}

/** From the kill to the first write of each app that works after one that failed. */
async function untilBack(killedAt: number): Promise<number> {
  const backAt = ({ name }: { name: string }) => {
    const since = writes.filter(({ app, endedAt }) => app === name && endedAt >= killedAt);
    const failed = since.findIndex(({ isDone }) => !isDone);
    if (failed < 0) return Infinity;
    return since.slice(failed).find(({ isDone }) => isDone)?.endedAt ?? Infinity;
  };
  const until = killedAt + 4 * backWithinMs;
  while (Math.max(...apps.map(backAt)) === Infinity && Date.now() < until) await pause(50);
  return Math.max(...apps.map(backAt)) - killedAt;
}

async function watchReadiness({ name: app, origin }: (typeof apps)[number]) {
  const asked: Promise<void>[] = [];
  while (isOpen) {
    const sample = async () => {
      const { status } = await fetch(`${origin}/readyz`);
      samples.push({ app, at: Date.now(), isReady: status === 200 });
    };
    asked.push(sample());
    await pause(sampleEveryMs);
  }
  await Promise.all(asked);
}

async function readPages({ origin }: (typeof apps)[number]) {
  while (isOpen) {
    const { status } = await fetch(origin);
    pages.set(status, (pages.get(status) ?? 0) + 1);
    await pause(sampleEveryMs);
  }
}

async function compare() {
  const paid = told.filter(({ isPaid }) => isPaid);
  const failed = writes.filter(({ isDone }) => !isDone);
  console.log(
    `${told.length} bookings, ${paid.length} paid, ${told.filter(({ isCancelled }) => isCancelled).length} cancelled; ` +
      `${writes.length} writes, ${failed.length} of them refused; ${samples.length} answers of /readyz`,
  );
  const holds = writes.filter(({ what, isDone }) => what === 'hold' && isDone);
  console.log(
    `a hold takes ${median(holds.map(({ startedAt, endedAt }) => endedAt - startedAt))} ms, the median`,
  );
  await checkTold({ query, url, provider, mails, told });
  await check('each refused write says that the database is unavailable, or waited 15 s', () => {
    const others = failed.filter(
      ({ status, startedAt, endedAt }) =>
        status !== 503 && !(status === 500 && endedAt - startedAt >= statementLimitMs),
    );
    assert.deepEqual(others.slice(0, 5), []);
  });
  await check('/readyz never contradicts the writes for more than 2 s', () => {
    const wrong = contradicted(samples, writes, toleranceMs);
    console.log(`  ${samples.filter(({ isReady }) => !isReady).length} answers were 503`);
    assert.ok(samples.some(({ isReady }) => !isReady));
    assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} of ${samples.length}`);
  });
  await check('the public pages are answered all the time', () => {
    assert.deepEqual([...pages.keys()], [200]);
  });
}
