// Two replicas send emails while one is killed and the mail server fails. --rounds (emails) --seed
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase } from '../../e2e/fixtures/postgres.ts';
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { readArguments } from './fixtures/arguments.ts';
import { startFlakyMailServer } from './fixtures/flaky-mail-server.ts';
import { watchAims } from './fixtures/aims.ts';
import { seeded } from './fixtures/seeded.ts';

const host = 'wash.example';
const awayMs = 6_000;
const patienceMs = 240_000;

// The number of queued emails.
const { rounds: count, seed } = readArguments(400);
const aims = watchAims();
const database = await createDatabase();
const mailServer = await startFlakyMailServer(seeded(seed));
const { seen } = mailServer;

const replicas = await Promise.all([startReplica(), startReplica()]);
const [first, second] = replicas;
const startedAt = Date.now();
/** Keys that a replica held when it was killed. */
const inFlight: string[] = [];
try {
  await queueMails();
  await acceptedAtLeast(count / 4);
  await first.server.kill();
  // Emails it was about to send or had sent: nothing can tell which.
  inFlight.push(...(await leasedKeys()));
  await acceptedAtLeast(count / 2);
  await mailServer.goAwayFor(awayMs);
  first.server = await start(first.dataDir);
  await untilNothingWaits();
  report(await outcomes(), (Date.now() - startedAt) / 1000);
} finally {
  for (const { server, remove } of [first, second]) {
    await server.kill();
    await remove();
  }
  await mailServer.close();
  await database.drop();
}

async function startReplica() {
  const folder = await temporaryFolder();
  return { server: await start(folder.path), dataDir: folder.path, remove: folder.remove };
}

function start(dataDir: string) {
  const env = {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    PUBLIC_URL: `https://${host}`,
  };
  return startServer({ dataDir, env });
}

function queueMails() {
  return database.query(
    `select public.enqueue_mail('soak:' || n, 'template_test', 'reader-' || n || '@customer.example', null,
       jsonb_build_object('template_type', 'booking_confirmation', 'subject', 'Mail ' || n, 'content', '<p>Hello</p>'))
     from generate_series(1, $1::int) as n`,
    [count],
  );
}

async function acceptedAtLeast(target: number) {
  const until = Date.now() + patienceMs;
  while (seen.accepted.length < target && Date.now() < until) {
    await endWaits();
    await pause(50);
  }
}

/** Ends the minutes between two attempts at once. */
function endWaits() {
  return database.query(
    `update public.mail_outbox set next_attempt_at = now()
     where status = 'queued' and next_attempt_at > now() and locked_until is null`,
  );
}

/** The product's Message-ID for a key. */
function messageIdOf(key: string) {
  return `<${createHash('sha256').update(key).digest('hex')}@${host}>`;
}

async function leasedKeys(): Promise<string[]> {
  const rows = await database.query(
    `select key from public.mail_outbox where status = 'queued' and locked_until > now()`,
  );
  return rows.map(({ key }) => String(key));
}

async function untilNothingWaits() {
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    await endWaits();
    const [left] = await database.query(
      `select count(*)::int as waiting from public.mail_outbox where status = 'queued'`,
    );
    if (left?.['waiting'] === 0) return;
    // Only the killed replica's emails are left: their lease of five minutes is ended.
    if (left?.['waiting'] === (await leasedKeys()).length) await endLeasesOfTheDead();
    await pause(200);
  }
}

function endLeasesOfTheDead() {
  return database.query(
    `update public.mail_outbox set locked_until = now()
     where status = 'queued' and locked_until > now() and $1::text[] @> array[key]`,
    [inFlight],
  );
}

async function outcomes() {
  const rows = await database.query(
    'select status, count(*)::int as mails from public.mail_outbox group by status',
  );
  return Object.fromEntries(rows.map(({ status, mails }) => [String(status), Number(mails)]));
}

function report(status: Record<string, number>, seconds: number) {
  const times = new Map<string, number>();
  for (const id of seen.accepted) times.set(id, (times.get(id) ?? 0) + 1);
  const repeated = [...times].filter(([, n]) => n > 1).map(([id]) => id);
  const known = Array.from({ length: count }, (_, index) => messageIdOf(`soak:${index + 1}`));
  const held = inFlight.map(messageIdOf);
  const unheard = repeated.filter((id) => seen.acceptedUnheard.includes(id));
  const ofTheKilled = repeated.filter((id) => !unheard.includes(id) && held.includes(id));
  const unexplained = repeated.length - unheard.length - ofTheKilled.length;
  aims.expect(times.size === count, 'Every email is accepted', { accepted: times.size, count });
  aims.expect(status['sent'] === count, 'Every email is marked as sent', status);
  aims.expect(unexplained === 0, 'No email is sent twice after its acceptance was known', repeated);
  const isKnown = [...times.keys()].every((id) => known.includes(id));
  aims.expect(isKnown, "A Message-ID is that of the email's key", [...times.keys()].slice(0, 3));
  const row = {
    emails: count,
    'accepted once': times.size - repeated.length,
    'twice: answer lost': unheard.length,
    'twice: sender killed': ofTheKilled.length,
    'twice: unexplained': unexplained,
    lost: count - times.size,
    'answered 451': seen.refusedForNow,
    'cut before': seen.cutBefore,
    refused: seen.turnedAway,
    seconds: Math.round(seconds),
  };
  aims.conclude('outbox', [row], `Seed ${seed}.`);
}
