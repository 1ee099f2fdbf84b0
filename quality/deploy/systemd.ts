// deploy/systemd's unit by systemd-analyze, and the server within its limits. Needs root on Debian.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  createBooking,
  freeDay,
  payBooking,
  verifyPayment,
} from '../../e2e/fixtures/booking-api.ts';
import { storePhoto } from '../../e2e/fixtures/review-api.ts';
import { freePort, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { check } from './fixtures/checks.ts';
import { needPrograms } from './fixtures/programs.ts';
import { run } from './fixtures/run.ts';
import { untilHealthy } from './fixtures/until-healthy.ts';

const unitFile = 'deploy/systemd/mobile-detailing-booking.service';
const unit = readFileSync(unitFile, 'utf8');
// A user of no account: it needs no name.
const uid = 58_123;
const mostExposed = 20;
const main = 'dist/server/main.js';
const photoSize = { width: 400, height: 300, channels: 3, background: '#246' } as const;

needPrograms({
  'systemd-analyze': 'systemd',
  strace: 'strace',
  setpriv: 'util-linux',
  pgrep: 'procps',
});
const folder = await temporaryFolder();
try {
  await check('systemd-analyze verify has no complaint', () => {
    assert.equal(run('sh', ['-c', `systemd-analyze verify "$0" 2>&1`, unitFile]), '');
  });
  await check(`its exposure is ${mostExposed / 10} of 10 at most`, () => {
    run('systemd-analyze', [
      ...['security', '--offline=true', '--no-pager', `--threshold=${mostExposed}`],
      unitFile,
    ]);
  });
  await runWithinItsLimits();
} finally {
  await folder.remove();
}

async function runWithinItsLimits() {
  const dataDir = join(folder.path, 'data');
  const trace = join(folder.path, 'trace');
  mkdirSync(dataDir);
  writeFileSync(trace, '');
  for (const path of [folder.path, dataDir, trace]) chownSync(path, uid, uid);
  await check('within them it can write its data only', () => {
    const writes = (path: string) => run('unshare', confined(['touch', path]));
    writes(join(dataDir, 'x'));
    assert.throws(() => writes(join(process.cwd(), 'dist/x')), /Read-only/);
  });

  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir };
  const tracer = ['strace', '--follow-forks', '--summary-only', '--summary-columns=name'];
  const command = confined([...tracer, `--output=${trace}`, process.execPath, main]);
  const server = spawn('unshare', command, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const isOver = once(server, 'exit');
  try {
    await untilHealthy(origin);
    await check('within them it books, pays, and takes a photo', async () => {
      const booking = await createBooking(origin, { bookingDate: freeDay() });
      await payBooking(origin, booking);
      await verifyPayment(origin, booking.bookingId);
      const photo = await sharp({ create: photoSize }).png().toBuffer();
      const address = await storePhoto(origin, 'driveway.png', photo);
      assert.equal((await fetch(address)).status, 200);
    });
  } finally {
    const pids = run('pgrep', ['-u', String(uid), '-f', `^${process.execPath} ${main}`]);
    run('kill', ['-TERM', ...pids.trim().split('\n')]);
    await isOver;
  }
  await check('it makes only system calls that the unit permits', () => {
    const made: string[] = readFileSync(trace, 'utf8').match(/^[a-z]\w*$/gm) ?? [];
    assert.ok(made.includes('futex') && made.length > 30, `${made.length} calls were seen`);
    const permitted = permittedCalls();
    const refused = made.filter(
      (call) => !permitted.has(call) && !['syscall', 'total'].includes(call),
    );
    assert.deepEqual(refused, []);
  });
}

/** Of ProtectSystem, ProcSubset, NoNewPrivileges and the lists of capabilities, by the kernel's own means. */
function confined(command: readonly string[]): string[] {
  const limits = `
    mount --make-rprivate / && mount --bind "$0" "$0" &&
    mount -t proc -o subset=pid,hidepid=invisible proc /proc && mount -o remount,bind,ro / &&
    exec setpriv --reuid ${uid} --regid ${uid} --clear-groups --no-new-privs \\
      --inh-caps=-all --bounding-set=-all "$@"`;
  return ['--mount', '--pid', '--fork', 'sh', '-c', limits, folder.path, ...command];
}

function permittedCalls(): Set<string> {
  const calls = new Set(callsOf('@default'));
  for (const [, taken = '', sets = ''] of unit.matchAll(/^SystemCallFilter=(~?)(.+)$/gm)) {
    for (const call of sets.split(' ').flatMap(callsOf)) {
      if (taken) calls.delete(call);
      else calls.add(call);
    }
  }
  return calls;
}

/** The calls of a set, and of the sets in it. */
function callsOf(name: string): string[] {
  if (!name.startsWith('@')) return [name];
  const lines = run('systemd-analyze', ['syscall-filter', name]).split('\n').slice(1);
  const names = lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'));
  return names.flatMap(callsOf);
}
