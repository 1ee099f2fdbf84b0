import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { verifyServer } from '../backend/database/verify-server.ts';
import { BackupError } from './archive.ts';

type Program = 'pg_dump' | 'pg_restore' | 'psql';

/**
 * Runs one of PostgreSQL's programs on that database. Throws BackupError when it is missing, fails or is ended by the
 * signal.
 */
export async function runProgram(name: Program, url: string, args: string[], signal?: AbortSignal) {
  // By the environment: the URL may contain a password, and everybody sees arguments.
  await finish(name, args, { env: connectionOf(url), signal });
}

/** The major version of one of PostgreSQL's programs. Throws BackupError when it is missing. */
export async function versionOf(name: Program): Promise<number> {
  const said = await finish(name, ['--version'], { env: {} });
  return Number(/\s(\d+)/.exec(said)?.[1]);
}

type Running = { env: NodeJS.ProcessEnv; signal?: AbortSignal | undefined };

/** Returns the output. */
async function finish(name: Program, args: string[], { env, signal }: Running): Promise<string> {
  const child = spawn(name, args, {
    env: { ...process.env, ...env, PATH: pathWithDebians() },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  }).catch((error: unknown) => {
    if (signal?.aborted) throw new BackupError(`${name} was ended`);
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    throw new BackupError(
      `${name} is not installed: it comes with PostgreSQL's client programs (Debian: postgresql-client)`,
    );
  });
  if (code !== 0) throw new BackupError(`${name} failed: ${complaint.trim()}`);
  return output;
}

/** The variables by which PostgreSQL's programs find that database. */
export function connectionOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(verifyServer(url));
  return {
    // In an address, an IPv6 number stands in brackets.
    PGHOST: decodeURIComponent(searchParams.get('host') ?? hostname).replace(/^\[(.*)\]$/, '$1'),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...tlsOf(searchParams),
  };
}

/** As strict as the server, which has modes of its own. */
function tlsOf(settings: URLSearchParams): Record<string, string> {
  const mode = settings.get('sslmode');
  if (mode === null) return {};
  if (mode === 'no-verify') return { PGSSLMODE: 'require' };
  if (mode !== 'verify-full') return { PGSSLMODE: mode };
  const own = ['sslcert', 'sslkey'].flatMap((name) => {
    const file = settings.get(name);
    return file ? [[`PG${name.toUpperCase()}`, file]] : [];
  });
  return {
    PGSSLMODE: mode,
    PGSSLROOTCERT: settings.get('sslrootcert') ?? systemAuthorities(),
    ...(Object.fromEntries(own) as Record<string, string>),
  };
}

// libpq trusts none by itself, and knows the word only from version 16 on.
const systemAuthorities = (): string =>
  ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt'].find((file) =>
    existsSync(file),
  ) ?? 'system';

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
