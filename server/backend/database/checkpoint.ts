import { open, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';

/** Room for the part of the log that follows a checkpoint. */
const roomBytes = 64 * 2 ** 20;

/** The folder of an embedded database, and the pool on it. */
type Embedded = { folder: string; pool: Pool };

/**
 * Writes the changes of the log into the embedded database's files and deletes the log up to there. The engine never
 * does so while it runs, nor does it ask the operating system to write its files: without the log, a machine that loses
 * its power would lose pages that were still in memory.
 */
export async function checkpoint({ folder, pool }: Embedded): Promise<void> {
  const { rows } = await pool.query<{ at: number }>(
    'select extract(epoch from checkpoint_time)::float8 * 1000 as at from pg_control_checkpoint()',
  );
  await pool.query('checkpoint');
  await writeOut(folder, rows[0]?.at ?? 0);
}

/**
 * The same with a log that begins in a new file, so that a copy has none of what was erased before. Throws ENOSPC where
 * there is no room for that file: a log that cannot continue ends the engine.
 */
export async function checkpointForCopy({ folder, pool }: Embedded): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < roomBytes) throw new Error('ENOSPC: no space left for the log');
  await pool.query('select pg_switch_wal()');
  await checkpoint({ folder, pool });
}

/** Asks the operating system to write what changed since then; an hour's files are a few. */
async function writeOut(folder: string, sinceMs: number) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // A table may be dropped meanwhile.
    const state = await stat(path).catch(() => null);
    if (state && state.mtimeMs >= sinceMs - 2_000) await sync(path).catch(ignoreGone);
  }
}

async function sync(path: string) {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

function ignoreGone(error: unknown) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
