// the archive of npm run package: installed without development tools, run as a user without rights, restarted
import assert from 'node:assert/strict';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createBooking,
  freeDay,
  payBooking,
  readBooking,
  verifyPayment,
} from '../../e2e/fixtures/booking-api.ts';
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { record } from '../fixtures/record.ts';
import { check } from './fixtures/checks.ts';
import { run } from './fixtures/run.ts';

// Debian's "nobody". Without root the script's own user runs the server.
const uid = process.getuid?.() === 0 ? 65_534 : undefined;
const restSeconds = 60;

const folder = await temporaryFolder();
const installed = join(folder.path, 'mobile-detailing-booking-1.0.0');
const dataDir = join(folder.path, 'data');
const archive = 'dist/mobile-detailing-booking-1.0.0.tar.gz';
const megabytes = (bytes: number) => Math.round(bytes / 1e6);
const figures: Record<string, string> = {};
let atEnd: () => Promise<unknown> = () => Promise.resolve();

try {
  await check('npm run package makes the archive', () => {
    run('npm', ['run', 'package']);
    figures['archive'] = `${megabytes(statSync(archive).size)} MB`;
    run('tar', ['-xzf', archive, '-C', folder.path]);
  });
  await check('it has the built product, its documents and notices, no source and no map', () => {
    assert.deepEqual(readdirSync(installed).sort(), [
      ...[
        '.env.example',
        'CHANGELOG.md',
        'LICENSE',
        'NOTICES.md',
        'README.md',
        'deploy',
        'dist',
        'docs',
      ],
      ...['package-lock.json', 'package.json'],
    ]);
    const maps = run('find', [installed, '-name', '*.map', '-o', '-name', '*.ts']);
    assert.equal(maps, '');
  });
  await check('its documents link only to files that it has', () => {
    const documents = run('find', [installed, '-name', '*.md']).trim().split('\n');
    const links = documents.flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
        ([, path = '']) => join(dirname(document), path),
      ),
    );
    assert.ok(links.length > 5);
    assert.deepEqual(
      links.filter((path) => !existsSync(path)),
      [],
    );
  });
  await check('npm ci --omit=dev installs what the server needs, and no tool', () => {
    run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: installed });
    for (const name of ['vite', 'typescript', 'react', '@playwright']) {
      assert.ok(!existsSync(join(installed, 'node_modules', name)), name);
    }
    const bytes = run('du', ['-sb', installed]).split('\t')[0];
    figures['installed'] = `${megabytes(Number(bytes))} MB`;
  });
  await check('its commands start without a build', () => {
    const help = run('npm', ['run', 'admin', '--', '--help'], { cwd: installed });
    assert.match(help, /reset <email of an administrator>/);
  });
  await runIt();
  if (!process.exitCode) {
    record({ name: 'package', command: 'npm run test:deploy -- package', rows: [figures] });
  }
} finally {
  await atEnd();
  await folder.remove();
}

async function runIt() {
  mkdirSync(dataDir);
  if (uid !== undefined) {
    chownSync(folder.path, uid, uid);
    chownSync(dataDir, uid, uid);
  }
  const began = performance.now();
  let server = await startServer({ dataDir, folder: installed, uid });
  atEnd = () => server.stop();
  figures['first start'] = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  let bookingId = '';
  await check('it books and pays as a user without rights', async () => {
    if (uid !== undefined) assert.match(statusOf(server.pid), new RegExp(`^Uid:\\t${uid}\\t`, 'm'));
    const booking = await createBooking(server.origin, {
      bookingDate: freeDay(),
      email: 'robin@customer.example',
    });
    await payBooking(server.origin, booking);
    await verifyPayment(server.origin, booking.bookingId);
    bookingId = booking.bookingId;
  });
  await check('it serves the pages, drawn on the server', async () => {
    const page = await fetch(server.origin);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<h1/);
  });
  figures['memory, peak'] = memory(server.pid, 'VmHWM');
  await pause(restSeconds * 1000);
  figures['memory, a minute later'] = memory(server.pid, 'VmRSS');
  await check('it ends with 0 on SIGTERM, and the next start has the booking', async () => {
    assert.equal(await server.stop(), 0);
    const again = performance.now();
    server = await startServer({ dataDir, folder: installed, uid });
    figures['later start'] = `${((performance.now() - again) / 1000).toFixed(1)} s`;
    const [kept] = await readBooking(server.origin, bookingId);
    assert.equal(kept?.status, 'deposit_paid');
    assert.equal(await server.stop(), 0);
  });
}

function statusOf(pid: number): string {
  return readFileSync(`/proc/${pid}/status`, 'utf8');
}

function memory(pid: number, line: 'VmHWM' | 'VmRSS'): string {
  const kilobytes = new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(statusOf(pid))?.[1];
  return `${megabytes(Number(kilobytes) * 1024)} MB`;
}
