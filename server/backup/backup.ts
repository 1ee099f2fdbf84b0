import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { lockDataDir } from '../backend/database/data-dir-lock.ts';
import { BackupError, writeArchive } from './archive.ts';
import { askForSnapshot } from './snapshots.ts';
import { runProgram } from './programs.ts';

type Source = Pick<Config, 'dataDir' | 'databaseUrl'>;

/**
 * Writes the database and the photos into one file, also while the server runs. The photos follow the database, so
 * that every photo in the database is included. Throws BackupError, DataDirInUseError.
 */
export async function backUp(source: Source, file: string, now: Date) {
  if (existsSync(file)) throw new BackupError(`${file} already exists`);
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  const copy = source.databaseUrl
    ? await dump(source.databaseUrl)
    : await snapshotOf(source.dataDir);
  try {
    await writeArchive(unfinished, {
      database: source.databaseUrl ? 'postgres' : 'embedded',
      createdAt: now.toISOString(),
      places: { ...copy.places, storage: join(source.dataDir, 'storage') },
    });
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
    await copy.done();
  }
}

type Copy = { places: Record<string, string>; done: () => Promise<void> | void };

async function snapshotOf(dataDir: string): Promise<Copy> {
  const snapshot = await askForSnapshot(dataDir);
  if (snapshot) {
    return { places: { database: join(snapshot.folder, 'database') }, done: snapshot.done };
  }
  // No server is running, and the lock prevents a start.
  const database = join(dataDir, 'database');
  if (!existsSync(database)) throw new BackupError(`There is no database in ${dataDir}`);
  const lock = await lockDataDir(dataDir);
  return { places: { database }, done: lock.release };
}

async function dump(url: string): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  const done = () => rm(folder, { recursive: true, force: true });
  const dumped = join(folder, 'database.dump');
  try {
    await runProgram('pg_dump', url, ['--format=custom', '--no-owner', '--file', dumped]);
  } catch (error) {
    await done();
    throw error;
  }
  return { places: { 'database.dump': dumped }, done };
}
