import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackage } from './debian-packages.mjs';
import { findExecutable } from './find-executable.mjs';

/**
 * A temporary PostgreSQL for one test run, on loopback: TEST_DATABASE_URL if set, otherwise the machine's own
 * programs, otherwise Debian's package if it can be installed. Returns { url, stop } or null. SIGINT and SIGTERM stop
 * it too.
 */
export async function startTestPostgres() {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop() {} };
  let programs = findPrograms();
  if (!programs && (await installDebianPackage('postgresql'))) programs = findPrograms();
  return programs ? startCluster(programs) : null;
}

function findPrograms() {
  const initdb = findExecutable(['initdb'], debianFolders());
  const postgres = findExecutable(['postgres'], debianFolders());
  return initdb && postgres ? { initdb, postgres } : null;
}

function debianFolders() {
  try {
    const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
  } catch {
    return [];
  }
}

async function startCluster({ initdb, postgres }) {
  const folder = mkdtempSync(join(tmpdir(), 'test-postgres-'));
  const owner = unprivilegedUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    initdb,
    ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);

  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'jit=off',
    'log_min_messages=fatal',
  ];
  const child = spawn(
    postgres,
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...owner, cwd: folder, stdio: 'ignore' },
  );
  const stop = () => {
    child.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      stop();
      process.exit(1);
    });
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answering(url, child, stop);
  return { url, stop };
}

// PostgreSQL refuses to run as root; Debian's package creates the user for it.
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString());
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // not a user of this machine: the next one
    }
  }
  throw new Error('PostgreSQL does not run as root and there is no other user to run it as');
}

async function answering(url, child, stop) {
  const { default: pg } = await import('pg');
  const until = Date.now() + 30_000;
  while (Date.now() < until && child.exitCode === null) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  stop();
  throw new Error('The test PostgreSQL did not start');
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
