import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { needDatabaseIn } from '../data-dir.ts';
import { lockDataDir } from '../backend/database/data-dir-lock.ts';
import { BackupError, writeArchive, writeWhole } from './archive.ts';
import { needItsFiles } from './needed-files.ts';
import { askForSnapshot } from './snapshots.ts';
import { runProgram } from './programs.ts';

type Source = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 's3'>>;

/** A consistent copy of the database, until it is `done`. */
export type DatabaseCopy = {
  /** Its path in the archive, and its place. */
  places: Record<string, string>;
  done: () => Promise<void> | void;
};

/**
 * Writes the database and the photos into one file, also while the server runs. Throws BackupError, DataDirInUseError.
 * `isThisFolder` goes on where the data folder has no photo that the database knows.
 */
export async function backUp(source: Source, file: string, now: Date, isThisFolder = false) {
  if (existsSync(file)) throw new BackupError(`${file} already exists`);
  if (!existsSync(dirname(file))) throw new BackupError(`There is no folder ${dirname(file)}`);
  if (!isThisFolder && !(await needItsFiles(source)))
    throw new BackupError('The database of DATABASE_URL is empty: there is nothing to back up');
  const copy = source.databaseUrl
    ? await dump(source.databaseUrl, tmpdir())
    : await snapshotOf(source.dataDir);
  await writeBackup(source, copy, { write: (content) => writeWhole(file, content), now });
}

type Target = {
  write: (content: AsyncIterable<Buffer>) => Promise<void>;
  /** The moment of the copy. */
  now: Date;
  signal?: AbortSignal;
};

/** The photos follow the copy of the database, so that every photo in the database is included. */
export async function writeBackup(source: Source, copy: DatabaseCopy, target: Target) {
  try {
    await writeArchive(target, {
      database: source.databaseUrl ? 'postgres' : 'embedded',
      createdAt: target.now.toISOString(),
      places: { ...copy.places, storage: join(source.dataDir, 'storage') },
    });
  } finally {
    await copy.done();
  }
}

async function snapshotOf(dataDir: string): Promise<DatabaseCopy> {
  const snapshot = await askForSnapshot(dataDir);
  if (snapshot) {
    return { places: { database: join(snapshot.folder, 'database') }, done: snapshot.done };
  }
  // No server is running, and the lock prevents a start.
  await needDatabaseIn(dataDir);
  const database = join(dataDir, 'database');
  const lock = await lockDataDir(dataDir);
  return { places: { database }, done: lock.release };
}

export const dumpPrefix = 'backup-dump-';

/** A dump of a PostgreSQL, under that folder. */
export async function dump(
  url: string,
  under: string,
  signal?: AbortSignal,
): Promise<DatabaseCopy> {
  const folder = await mkdtemp(join(under, dumpPrefix));
  const done = () => rm(folder, { recursive: true, force: true });
  const dumped = join(folder, 'database.dump');
  try {
    const args = ['--format=custom', '--no-owner', '--file', dumped];
    await runProgram('pg_dump', url, args, signal);
  } catch (error) {
    await done();
    throw error;
  }
  return { places: { 'database.dump': dumped }, done };
}
