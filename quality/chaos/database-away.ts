// The PostgreSQL is unavailable for a minute while visitors book and browse. [seconds]
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase } from '../../e2e/fixtures/postgres.ts';
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { openDatabaseLine } from '../../server/testing/database-line.ts';
import { requestTime } from './fixtures/clients.ts';
import { watchAims } from './fixtures/aims.ts';
import { openSlots } from './fixtures/slots.ts';

const awayMs = Number(process.argv[2] ?? 60) * 1000;
const everyMs = 750;
const answerLimitMs = 8_000;
const recoveryLimitMs = 10_000;

type Seen = { phase: string; status: number; retryAfter: string | null; ms: number };

const aims = watchAims();
const database = await createDatabase();
const line = await openDatabaseLine(database.url);
const folder = await temporaryFolder();
const env = { DATABASE_URL: line.url, TRUSTED_PROXIES: '1' };
const server = await startServer({ dataDir: folder.path, env });
const slots = openSlots();
const acknowledged: string[] = [];
const seen: Seen[] = [];
let phase = 'before';

try {
  const stream = new AbortController();
  const live = await fetch(`${server.origin}/live/v1/changes`, { signal: stream.signal });
  const reader = live.body?.getReader();
  await trafficFor(5_000);
  phase = 'away';
  await line.cut();
  await trafficFor(awayMs);
  await line.mend();
  phase = 'back';
  const recoveredMs = await untilHealthy();
  await trafficFor(8_000);

  for (const { status, retryAfter, ms } of seen.filter((one) => one.phase === 'away')) {
    aims.expect(
      status === 503 && retryAfter !== null,
      'The unavailable database answers 503 with Retry-After',
      status,
    );
    aims.expect(ms <= answerLimitMs, 'An answer comes in time', ms);
  }
  const after = seen.filter((one) => one.phase === 'back');
  aims.expect(
    recoveredMs <= recoveryLimitMs,
    'Healthy soon after the database is back',
    recoveredMs,
  );
  aims.expect(
    after.every(({ status }) => status < 500),
    'No 5xx afterwards',
    after,
  );
  const rows = await database.query('select id from public.bookings');
  const kept = new Set(rows.map(({ id }) => String(id)));
  const lost = acknowledged.filter((id) => !kept.has(id));
  aims.expect(lost.length === 0, 'No acknowledged booking is lost', lost);
  const heard = await Promise.race([reader?.read(), pause(1_000)]);
  aims.expect(Boolean(heard && !heard.done), 'The open stream stays open and receives events');
  stream.abort();
  report(recoveredMs, lost.length);
} finally {
  await server.stop();
  await line.cut();
  await database.drop();
  await folder.remove();
}

async function trafficFor(ms: number) {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    await Promise.all([book(), look('/rest/v1/booked_slots?select=*&limit=1'), look('/healthz')]);
    await pause(everyMs);
  }
}

async function book() {
  const from = performance.now();
  const email = `visitor-${seen.length}@customer.example`;
  const answer = await requestTime(server.origin, { ...slots.take(), email });
  // A function's client reads the code; the header is checked on the other endpoints.
  const retryAfter = answer.code === 'database_away' ? 'told' : null;
  seen.push({ phase, status: answer.status, retryAfter, ms: performance.now() - from });
  if (answer.status === 201) acknowledged.push(answer.body.bookingId);
}

async function look(path: string) {
  const from = performance.now();
  const answer = await fetch(server.origin + path);
  await answer.text();
  const retryAfter = path === '/healthz' ? 'not said' : answer.headers.get('retry-after');
  seen.push({ phase, status: answer.status, retryAfter, ms: performance.now() - from });
}

async function untilHealthy(): Promise<number> {
  const from = performance.now();
  while ((await fetch(`${server.origin}/healthz`)).status !== 200) await pause(50);
  return Math.round(performance.now() - from);
}

function report(recoveredMs: number, lost: number) {
  const rows = ['before', 'away', 'back'].map((name) => {
    const those = seen.filter((one) => one.phase === name);
    const statuses = [...new Set(those.map(({ status }) => status))].sort();
    return {
      phase: name,
      answers: those.length,
      statuses: statuses.join(', '),
      'slowest ms': Math.round(Math.max(...those.map(({ ms }) => ms))),
      'healthy again after ms': name === 'back' ? recoveredMs : '',
      'acknowledged, lost': name === 'back' ? `${acknowledged.length}, ${lost}` : '',
    };
  });
  aims.conclude('database-away', rows);
}
