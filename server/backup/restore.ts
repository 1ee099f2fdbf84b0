import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import type { Config } from '../config.ts';
import { advisoryLocks } from '../backend/database/advisory-locks.ts';
import { lockDataDir } from '../backend/database/data-dir-lock.ts';
import { verifyServer } from '../backend/database/verify-server.ts';
import { giveToOwner } from '../folder-owner.ts';
import { BackupError, readArchive, type Manifest } from './archive.ts';
import { markFolder, markStatements } from './held-outbox.ts';
import { removeLeftoversIn, unpackedPrefix } from './leftovers.ts';
import { askOnce, needItsFiles } from './needed-files.ts';
import { restoreDump } from './restore-dump.ts';

type Target = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 's3'>>;
/** Returns the file of the backup. */
type Fetch = (folder: string) => Promise<string>;

type Options = {
  overwrite: boolean;
  now: Date;
  /** Goes on where the folder has no photo that the database knows. */
  isThisFolder?: boolean;
};

/**
 * Restores a backup: unpacks it aside, compares checksums, and only then moves it into place. Existing data is
 * moved aside and kept. No server may run on the folder or the database. Returns where the existing data is, or null. Throws
 * BackupError, DataDirInUseError.
 */
export async function restore(target: Target, file: string, options: Options) {
  const state = statSync(file, { throwIfNoEntry: false });
  if (!state) throw new BackupError(`There is no file ${file}`);
  if (state.isDirectory()) throw new BackupError(`${file} is a folder, not a backup`);
  return await restoreFetched(target, () => Promise.resolve(file), options);
}

/** The same for a backup that has to be fetched first, into the folder that it is unpacked into. */
export function restoreFetched(target: Target, fetch: Fetch, options: Options) {
  return inDataDir(target.dataDir, () => restoreInto(target, fetch, options));
}

/** Makes the data folder where it is missing, and removes it again if the work fails. */
async function inDataDir<Result>(dataDir: string, work: () => Promise<Result>) {
  const first = await mkdir(dataDir, { recursive: true });
  try {
    return await work();
  } catch (error) {
    // Each that was made and is still empty, innermost first.
    let place = dataDir;
    while (first !== undefined && place.startsWith(first)) {
      await rmdir(place).catch(() => undefined);
      place = dirname(place);
    }
    throw error;
  }
}

async function restoreInto(target: Target, fetch: Fetch, options: Options) {
  const { dataDir, databaseUrl } = target;
  const lock = await lockDataDir(dataDir);
  let databaseLock: Client | null = null;
  await removeLeftoversIn(dataDir);
  const unpacked = await mkdtemp(join(dataDir, unpackedPrefix));
  try {
    const kept = databaseUrl ? ['storage'] : ['database', 'storage'];
    await refuseToOverwrite(target, kept, options.overwrite);
    databaseLock = databaseUrl ? await lockDatabase(databaseUrl) : null;
    if (options.overwrite && !options.isThisFolder) await needItsFiles(target);
    const manifest = await readArchive(await fetch(unpacked), unpacked);
    checkKind(manifest, databaseUrl);
    const restored = { restoredAt: options.now.toISOString(), backupOf: momentOf(manifest) };
    if (databaseUrl) {
      const dump = join(unpacked, 'database.dump');
      await restoreDump(databaseUrl, { dump, after: markStatements(restored) }, unpacked);
    }
    await giveToOwner(unpacked, dataDir);
    const aside = await moveIn(unpacked, dataDir, kept, options.now);
    if (aside) await giveToOwner(aside, dataDir);
    if (!databaseUrl) await giveToOwner(await markFolder(dataDir, restored), dataDir);
    return aside;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
    await databaseLock?.end();
    await lock.release();
  }
}

async function refuseToOverwrite(target: Target, kept: string[], overwrite: boolean) {
  if (overwrite) return;
  for (const name of kept) {
    if (!existsSync(join(target.dataDir, name))) continue;
    throw new BackupError(
      `${join(target.dataDir, name)} holds data: add --overwrite to replace it`,
    );
  }
  if (target.databaseUrl && (await hasTables(target.databaseUrl))) {
    throw new BackupError('The database of DATABASE_URL holds data: add --overwrite to replace it');
  }
}

// Of the archive, so it may be anything.
function momentOf({ createdAt }: Manifest): string {
  const moment = new Date(createdAt);
  if (Number.isNaN(moment.getTime()))
    throw new BackupError('This backup does not say when it was made');
  return moment.toISOString();
}

function checkKind({ database }: Manifest, databaseUrl: string | null) {
  const wanted = databaseUrl ? 'postgres' : 'embedded';
  if (database === wanted) return;
  throw new BackupError(
    database === 'postgres'
      ? 'This is a backup of a PostgreSQL: set DATABASE_URL to its target'
      : 'This is a backup of the embedded database: it can’t be restored into the PostgreSQL of DATABASE_URL',
  );
}

// Two renames with nothing between them that could fail: the existing data is moved aside completely first.
async function moveIn(unpacked: string, dataDir: string, names: string[], now: Date) {
  const aside = join(dataDir, `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`);
  let isAside = false;
  for (const name of names) {
    if (!existsSync(join(dataDir, name))) continue;
    await mkdir(aside, { recursive: true });
    await rename(join(dataDir, name), join(aside, name));
    isAside = true;
  }
  for (const name of names) {
    if (existsSync(join(unpacked, name))) {
      await rename(join(unpacked, name), join(dataDir, name));
    }
  }
  return isAside ? aside : null;
}

async function hasTables(url: string): Promise<boolean> {
  const [found] = await askOnce<{ it: boolean }>(
    url,
    `select to_regclass('public.bookings') is not null as it`,
  );
  return found?.it === true;
}

/**
 * Keeps servers of every machine off that database until the session ends: one that starts waits at its migrations.
 * Throws BackupError while one runs or starts, or another restore does.
 */
async function lockDatabase(url: string): Promise<Client> {
  const { serving, migrations } = advisoryLocks;
  const client = new Client({ connectionString: verifyServer(url), keepAlive: true });
  try {
    await client.connect();
    const { rows } = await client.query<{ it: boolean }>(
      `select pg_try_advisory_lock(${serving}) and pg_try_advisory_lock(${migrations}) as it`,
    );
    if (rows[0]?.it) return client;
    throw new BackupError(
      'A server or another restore uses the database of DATABASE_URL: stop it first',
    );
  } catch (error) {
    await client.end();
    throw error;
  }
}
