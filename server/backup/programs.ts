import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { BackupError } from './archive.ts';

/** Runs one of PostgreSQL's programs on that database. Throws BackupError when it is missing or fails. */
export async function runProgram(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  url: string,
  args: string[],
) {
  // By the environment: the URL may contain a password, and everybody sees arguments.
  const child = spawn(name, args, {
    env: { ...process.env, ...connectionOf(url), PATH: pathWithDebians() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  }).catch(() => {
    throw new BackupError(
      `${name} is not installed: it comes with PostgreSQL's client programs (Debian: postgresql-client)`,
    );
  });
  if (code !== 0) throw new BackupError(`${name} failed: ${complaint.trim()}`);
}

function connectionOf(url: string) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const sslMode = searchParams.get('sslmode');
  return {
    PGHOST: decodeURIComponent(searchParams.get('host') ?? hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(sslMode && { PGSSLMODE: sslMode }),
  };
}

// Debian links some of these programs into PATH and keeps the others by version.
function pathWithDebians(): string {
  const root = '/usr/lib/postgresql';
  let versions: string[] = [];
  try {
    versions = readdirSync(root).sort((one, other) => Number(other) - Number(one));
  } catch {
    // another system
  }
  return [process.env['PATH'] ?? '', ...versions.map((version) => `${root}/${version}/bin`)].join(
    ':',
  );
}
