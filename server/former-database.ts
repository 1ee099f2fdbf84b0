import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Database } from './backend/database/database.ts';
import { ConfigurationError, type Config } from './config.ts';
import { fingerprintOf } from './outside-world.ts';
import { keptSecret } from './secrets.ts';

/**
 * Which PostgreSQL the servers of this data folder last used, as the file `postgresql.json` in it. Without DATABASE_URL
 * a process would open the folder's own database, which is an old one or empty.
 */
type Former = {
  /** Host, port and name, without the user and the password. */
  address: string;
  /** Of the contents: a restored backup keeps it. */
  fingerprint: string;
};

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>;

const fileOf = (dataDir: string) => join(dataDir, 'postgresql.json');

async function formerOf(dataDir: string): Promise<Former | null> {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as Former;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'damaged';
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new ConfigurationError(`DATA_DIR: ${fileOf(dataDir)} can't be read (${code})`);
  }
}

/** Throws ConfigurationError when the data of this folder is in a PostgreSQL that this process does not name. */
export async function needSameDatabase({ dataDir, databaseUrl }: Settings): Promise<void> {
  const former = databaseUrl ? null : await formerOf(dataDir);
  if (!former) return;
  throw new ConfigurationError(
    `DATABASE_URL is missing: the data of ${dataDir} is in the PostgreSQL ${former.address}. Set it, or go back ` +
      'to the database in that folder with: npm run admin -- disconnect database',
  );
}

/** Whether a database has no business: nobody has migrated it. */
export async function isEmpty(client: { query: Pool['query'] }): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select to_regclass('public.bookings') is null as is`,
  );
  return rows[0]?.is === true;
}

/**
 * Throws ConfigurationError before an empty PostgreSQL becomes a new business beside the one that this folder knows: its
 * name is a mistake, or the data has not been moved there.
 */
export async function needFilled({ pool }: Pick<Database, 'pool'>, settings: Settings) {
  const { dataDir, databaseUrl } = settings;
  if (!databaseUrl) return;
  const former = await formerOf(dataDir);
  const own = join(dataDir, 'database');
  if (!(former || existsSync(own)) || !(await isEmpty(pool))) return;
  const empty = `DATABASE_URL names an empty database (${addressOf(databaseUrl)})`;
  throw new ConfigurationError(
    former
      ? `${empty}: the data of ${dataDir} is in the PostgreSQL ${former.address}. Correct it, or begin a new business ` +
          'there after: npm run admin -- disconnect database'
      : `${empty}, while ${own} has the data of a business. Remove DATABASE_URL to go on with it, or move that folder ` +
          'away to begin a new business',
  );
}

/** A line for the owner when it is another PostgreSQL than at the last start. */
export async function databaseNotices(
  database: Database,
  { dataDir, databaseUrl }: Settings,
): Promise<string[]> {
  const former = databaseUrl ? await formerOf(dataDir) : null;
  if (!databaseUrl || !former) return [];
  const here = await nameOf(database, databaseUrl);
  if (here.fingerprint === former.fingerprint) return [];
  return [
    `DATABASE_URL names another database (${here.address}) than at the last start (${former.address})`,
  ];
}

/** Remembers the PostgreSQL of this server in its data folder. */
export async function noteDatabase(database: Database, { dataDir, databaseUrl }: Settings) {
  if (!databaseUrl) return;
  const file = fileOf(dataDir);
  await writeFile(`${file}.unfinished`, JSON.stringify(await nameOf(database, databaseUrl)));
  await rename(`${file}.unfinished`, file);
}

/** Returns whether the folder had moved to a PostgreSQL. */
export async function forgetDatabase(dataDir: string): Promise<boolean> {
  if ((await formerOf(dataDir)) === null) return false;
  await rm(fileOf(dataDir));
  return true;
}

function addressOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

async function nameOf(database: Database, databaseUrl: string): Promise<Former> {
  return {
    address: addressOf(databaseUrl),
    fingerprint: fingerprintOf(await keptSecret(database, 'database_id')),
  };
}
