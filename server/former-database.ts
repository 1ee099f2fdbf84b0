import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

async function nameOf(database: Database, databaseUrl: string): Promise<Former> {
  const { host, pathname } = new URL(databaseUrl);
  return {
    address: `${host}${pathname}`,
    fingerprint: fingerprintOf(await keptSecret(database, 'database_id')),
  };
}
