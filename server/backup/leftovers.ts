import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirInUseError, lockDataDir } from '../backend/database/data-dir-lock.ts';

/** The folder that a restore unpacks into, which it removes unless it is killed. */
export const unpackedPrefix = 'restore-';

// What mkdtemp() makes. A restore of an earlier version fetched a scheduled backup into another one.
const leftover = /^(?:restore|fetched)-[A-Za-z0-9]{6}$/;

/** Removes what killed restores left in a data folder that this process has locked. */
export async function removeLeftoversIn(dataDir: string) {
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (!entry.isDirectory() || !leftover.test(entry.name)) continue;
    // Those of root's stay, and stop nothing.
    await rm(join(dataDir, entry.name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** For a server of a PostgreSQL, which does not lock its folder: a restore may use it now. */
export async function removeLeftovers(dataDir: string) {
  try {
    const lock = await lockDataDir(dataDir);
    try {
      await removeLeftoversIn(dataDir);
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
  }
}
