import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../backend/database/database.ts';
import { migrate } from '../backend/database/migrate.ts';
import { migrationsHash } from '../backend/database/migrations.ts';

const cache = join(process.cwd(), '.cache');
const prepared = join(cache, `database-${migrationsHash}`);

/** A copy of a database that was migrated once for this state of the migrations. */
export async function openEmbeddedCopy(): Promise<Database> {
  await prepare();
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-'));
  await cp(prepared, dataDir, { recursive: true });
  const database = await openDatabase({ dataDir });
  return {
    ...database,
    close: async () => {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

// Several test processes may come here at once: each builds aside, and the first to finish wins.
async function prepare() {
  if (await exists(prepared)) return;
  await mkdir(cache, { recursive: true });
  const aside = await mkdtemp(join(cache, 'unfinished-'));
  const database = await openDatabase({ dataDir: aside });
  await migrate(database);
  await database.close();
  try {
    await rename(aside, prepared);
  } catch (error) {
    if (!(await exists(prepared))) throw error;
    await rm(aside, { recursive: true });
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
