// a real Prometheus reads a server whose mail server is away: series, alerts, dashboard
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createBooking,
  localDate,
  payBooking,
  post,
  verifyPayment,
} from '../../e2e/fixtures/booking-api.ts';
import { freePort, startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { createDatabase } from '../../e2e/fixtures/postgres.ts';
import { check } from './fixtures/checks.ts';
import { needPrograms } from './fixtures/programs.ts';
import { run } from './fixtures/run.ts';

const rules = 'deploy/prometheus/alerts.yml';
const dashboardFile = 'deploy/grafana/dashboard.json';

needPrograms({ prometheus: 'prometheus', promtool: 'prometheus' });
const database = await createDatabase();
const folder = await temporaryFolder();
const metricsPort = await freePort();
const env = {
  DATABASE_URL: database.url,
  METRICS_PORT: String(metricsPort),
  ACCESS_LOG: '1',
  // Nothing listens there.
  SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
};
const server = await startServer({ dataDir: join(folder.path, 'server'), env });
const prometheus = await startPrometheus();
try {
  await checkAll();
} finally {
  await prometheus.stop();
  await server.stop();
  await database.drop();
  await folder.remove();
}

async function checkAll() {
  await check('promtool accepts the rules and the configuration', () => {
    run('promtool', ['check', 'rules', rules]);
    run('promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml']);
  });
  await check('the rules fire when they should, and not before', () => {
    run('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yml']);
  });

  const booking = await createBooking(server.origin, { bookingDate: localDate(40) });
  await payBooking(server.origin, booking);
  await verifyPayment(server.origin, booking.bookingId);
  await createBooking(server.origin, { bookingDate: localDate(41), email: 'held@example.com' });
  await post(server.origin, '/functions/v1/create-booking', {});

  const route = 'route="/functions/v1/create-booking"';
  await eventually('bookings are counted by route and status', async () => {
    const made = await query(`http_request_duration_seconds_count{${route},status="201"}`);
    const refused = await query(`http_request_duration_seconds_count{${route},status="400"}`);
    return made === 2 && refused === 1;
  });
  await eventually('the open hold is counted', async () => (await query('holds_open')) === 1);
  await eventually(
    'the lag of a webhook is measured',
    async () => ((await query('webhook_lag_seconds_count')) ?? 0) >= 1,
  );
  await eventually(
    'the email that the mail server never took waits',
    async () => ((await query('mail_outbox_waiting')) ?? 0) >= 1,
  );
  await check('the pool, the event loop, the memory and the version have values', async () => {
    for (const name of [
      'database_up',
      'database_pool_connections{state="total"}',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'build_info',
    ]) {
      if (((await query(name)) ?? 0) <= 0) throw new Error(`${name} has no value`);
    }
  });
  await check('every query of the dashboard names metrics that exist', checkDashboard);
  await check('the measurements name no booking and no customer', async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    if (text.includes(booking.bookingId) || /@|Robin|Civic/.test(text)) throw new Error(text);
  });
  await check('a METRICS_PORT in use ends the start with one line', async () => {
    const failed = await startServer({
      dataDir: join(folder.path, 'second'),
      env: { ...env, METRICS_PORT: String(metricsPort) },
    }).then(
      () => 'It started',
      (error: unknown) => String(error),
    );
    const line = `METRICS_PORT ${metricsPort} is in use by another program`;
    const lines = failed.trim().split('\n');
    if (lines.at(-1) !== line || /\n\s+at /.test(failed)) throw new Error(failed);
  });

  // In place of waiting for ten minutes.
  await database.query(
    `update public.mail_outbox set created_at = created_at - interval '1 hour' where status = 'queued'`,
  );
  await eventually(
    'the shipped alert of a stuck outbox fires',
    async () => (await firing()).includes('MailStuck'),
    150_000,
  );
  await check('no other alert fires', async () => {
    const others = (await firing()).filter((name) => name !== 'MailStuck');
    if (others.length > 0) throw new Error(others.join());
  });
}

/** The shipped configuration with this server as its only target, asked every second. */
async function startPrometheus() {
  const port = await freePort();
  const shipped = await readFile('deploy/prometheus/prometheus.yml', 'utf8');
  const ours = shipped
    .replaceAll('15s', '1s')
    .replace(/targets: .*/, `targets: ['127.0.0.1:${metricsPort}']`);
  await writeFile(join(folder.path, 'prometheus.yml'), ours);
  await copyFile(rules, join(folder.path, 'alerts.yml'));
  const child = spawn(
    'prometheus',
    [
      `--config.file=${folder.path}/prometheus.yml`,
      `--storage.tsdb.path=${folder.path}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exited = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${origin}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  const until = Date.now() + 30_000;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(said);
    await pause(100);
  }
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function api<T>(path: string): Promise<T> {
  const answer = await fetch(`${prometheus.origin}/api/v1/${path}`);
  const body = (await answer.json()) as { status: string; data: T; error?: string };
  if (body.status !== 'success') throw new Error(`${path}: ${String(body.error)}`);
  return body.data;
}

/** The first value of a query; null without one. */
async function query(expression: string): Promise<number | null> {
  type Found = { result: { value: [number, string] }[] };
  const { result } = await api<Found>(`query?query=${encodeURIComponent(expression)}`);
  return result[0] ? Number(result[0].value[1]) : null;
}

async function firing(): Promise<string[]> {
  type Alert = { state: string; labels: { alertname: string } };
  const { alerts } = await api<{ alerts: Alert[] }>('alerts');
  return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
}

async function checkDashboard() {
  type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };
  const { panels } = JSON.parse(await readFile(dashboardFile, 'utf8')) as Dashboard;
  const known = new Set(await api<string[]>('label/__name__/values'));
  for (const { title, targets } of panels) {
    for (const { expr } of targets) {
      await query(expr);
      const names = expr
        .match(/\b[a-z]+_[a-z0-9_]+\b|\bup\b/g)
        ?.filter((name) => name !== 'histogram_quantile');
      const unknown = names?.filter((name) => !known.has(name)) ?? [expr];
      if (unknown.length > 0) throw new Error(`${title}: ${unknown.join()}`);
    }
  }
}

function eventually(what: string, isTrue: () => Promise<boolean>, limitMs = 30_000) {
  return check(what, async () => {
    const until = Date.now() + limitMs;
    while (!(await isTrue())) {
      if (Date.now() > until) throw new Error('It did not come to be in time');
      await pause(500);
    }
  });
}
