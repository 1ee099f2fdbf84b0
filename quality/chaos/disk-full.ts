// The disk of the embedded database becomes full. Needs root.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { post } from '../../e2e/fixtures/booking-api.ts';
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { requestTime } from './fixtures/clients.ts';
import { watchAims } from './fixtures/aims.ts';
import { openSlots } from './fixtures/slots.ts';

const size = '320m';
const attemptsWhileFull = 60;
const roundTripsToRecover = 60;

const aims = watchAims();
const folder = await temporaryFolder();
const dataDir = join(folder.path, 'small');
mkdirSync(dataDir);
// The server refuses a folder that other users can read.
const options = `size=${size},mode=0700`;
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dataDir]);
if (mounted.status !== 0) {
  console.log('Skipped: a small file system cannot be mounted here (that takes root).');
  await folder.remove();
  process.exit(0);
}

const start = () => startServer({ dataDir, env: { TRUSTED_PROXIES: '1' } });
const removeDisk = async () => {
  spawnSync('umount', ['-l', dataDir]);
  await folder.remove();
};
let server = await start().catch(async (error: unknown) => {
  await removeDisk();
  throw error;
});
const slots = openSlots();
const acknowledged: string[] = [];
const statuses = { before: [] as number[], full: [] as number[], after: [] as number[] };
try {
  await book('before', 5);
  const ballast = join(dataDir, 'ballast');
  fill(ballast);
  await book('full', attemptsWhileFull);
  const health = (await fetch(`${server.origin}/healthz`)).status;
  aims.expect(health === 503, 'The health check reports the full disk', health);
  const refused = statuses.full.filter((status) => status !== 201);
  aims.expect(refused.length > 0, 'The disk is full');
  aims.expect(
    refused.every((status) => status === 503),
    'A failed write answers 503',
    refused,
  );
  rmSync(ballast);
  const tries = await untilBooked();
  aims.expect(
    tries <= roundTripsToRecover,
    'Works again without a restart once there is room',
    tries,
  );
  await book('after', 5);
  const kept = await keptAfterRestart();
  report(health, tries, kept);
} finally {
  await server.stop();
  await removeDisk();
}

/** Leaves no block free. The server writes too, so the last blocks may be gone already. */
function fill(ballast: string) {
  const { bavail, bsize } = statfsSync(dataDir);
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

async function book(phase: keyof typeof statuses, times: number) {
  for (let n = 0; n < times; n += 1) {
    const email = `${phase}-${n}@customer.example`;
    const answer = await requestTime(server.origin, { ...slots.take(), email });
    statuses[phase].push(answer.status);
    if (answer.status === 201) acknowledged.push(answer.body.bookingId);
  }
}

async function untilBooked(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const before = acknowledged.length;
    await book('after', 1);
    if (acknowledged.length > before || tries > roundTripsToRecover) return tries;
    await pause(500);
  }
}

async function keptAfterRestart(): Promise<number> {
  await server.kill();
  server = await start();
  const found = await Promise.all(
    acknowledged.map((id) =>
      post(server.origin, '/functions/v1/extend-hold', { bookingId: id }).then(
        ({ status }) => status,
      ),
    ),
  );
  const lost = found.filter((status) => status !== 200);
  aims.expect(lost.length === 0, 'No acknowledged booking is lost', lost);
  return found.length - lost.length;
}

function report(health: number, tries: number, kept: number) {
  const count = (all: number[]) =>
    [...new Set(all)].map((status) => `${status}: ${all.filter((one) => one === status).length}`);
  const row = {
    'answers before': count(statuses.before).join(', '),
    'while full': count(statuses.full).join(', '),
    'health while full': health,
    'tries until it worked': tries,
    'acknowledged, kept after kill -9': `${acknowledged.length}, ${kept}`,
  };
  aims.conclude('disk-full', [row]);
}
