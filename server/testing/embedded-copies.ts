import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../backend/database/database.ts';
import { migrate } from '../backend/database/migrate.ts';
import { migrationsHash } from './migrations-hash.ts';

const cache = join(process.cwd(), '.cache');
const empty = join(cache, `database-${migrationsHash}-empty`);
const migrated = join(cache, `database-${migrationsHash}`);

type Options = { onLoss?: (error: Error) => void };

/** A copy of a database migrated once for this state of the migrations. */
export const openEmbeddedCopy = (options?: Options) => openCopyOf(copyEmbedded, options);

/** A copy of a database that was created once; creating one takes three times as long. */
export const openEmptyEmbedded = () => openCopyOf(copyEmpty);

async function openCopyOf(
  copy: (dataDir: string) => Promise<void>,
  { onLoss }: Options = {},
): Promise<Database> {
  const dataDir = await mkdtemp(join(await quickPlace(), 'embedded-'));
  await copy(dataDir);
  const database = await openDatabase({ dataDir, ...(onLoss && { onLoss }) });
  return {
    ...database,
    close: async () => {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fills a data folder with a database that was migrated once for this state of the migrations. */
export async function copyEmbedded(dataDir: string): Promise<void> {
  await prepare(migrated, async (aside) => {
    await copyEmpty(aside);
    const database = await openDatabase({ dataDir: aside });
    await migrate(database);
    await database.close();
  });
  copyFolder(migrated, dataDir);
}

async function copyEmpty(dataDir: string): Promise<void> {
  await prepare(empty, async (aside) => (await openDatabase({ dataDir: aside })).close());
  copyFolder(empty, dataDir);
}

// A thousand small files: awaited one by one, they take ten times as long.
const copyFolder = (from: string, to: string) => cpSync(from, to, { recursive: true });

/** A folder in memory if there is a large one: a copy is used for seconds. */
async function quickPlace(): Promise<string> {
  const inMemory = '/dev/shm';
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > 2 * 2 ** 30 ? inMemory : tmpdir();
}

// Several test processes may get here at once: each builds aside, and the first to finish wins.
async function prepare(prepared: string, fill: (dataDir: string) => Promise<void>) {
  if (await exists(prepared)) return;
  await mkdir(cache, { recursive: true });
  const aside = await mkdtemp(join(cache, 'unfinished-'));
  await fill(aside);
  try {
    await rename(aside, prepared);
    await removeOutdated();
  } catch (error) {
    if (!(await exists(prepared))) throw error;
    await rm(aside, { recursive: true });
  }
}

// Other states of the migrations, unless a test run may still use them.
async function removeOutdated() {
  const anHourAgo = Date.now() - 3_600_000;
  for (const name of await readdir(cache)) {
    const folder = join(cache, name);
    if (!/^(database|unfinished)-/.test(name) || [empty, migrated].includes(folder)) continue;
    const state = await stat(folder).catch(() => null);
    if (state && state.mtimeMs < anHourAgo) await rm(folder, { recursive: true, force: true });
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
