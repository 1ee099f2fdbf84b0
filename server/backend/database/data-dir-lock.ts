import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Two processes on one embedded database would destroy it. */
export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError';
}

/**
 * Takes the data folder for this process until it is released or the process is gone: a lock that a
 * killed process left behind is taken over. Throws DataDirInUseError.
 */
export async function lockDataDir(dataDir: string): Promise<{ release: () => Promise<void> }> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'lock');
  const mine = `${process.pid} ${await startOf(process.pid)}`;
  if (!(await tryToTake(file, mine))) {
    await removeStale(file, dataDir);
    if (!(await tryToTake(file, mine))) throw inUse(dataDir);
  }
  return { release: () => rm(file, { force: true }) };
}

const inUse = (dataDir: string, pid?: string) =>
  new DataDirInUseError(
    `${dataDir} is in use by another server${pid ? ` (process ${pid})` : ''}: stop it first, or choose another folder`,
  );

// A link appears whole or not at all, so nobody reads a lock without its content.
async function tryToTake(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, content);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function removeStale(file: string, dataDir: string) {
  const holder = await readFile(file, 'utf8').catch(() => null);
  if (holder === null) return;
  const [pid = '', start = ''] = holder.split(' ');
  if (await isAlive(Number(pid), start)) throw inUse(dataDir, pid);
  // Moved away first: of two that find the same stale lock, only one may clear it.
  const aside = `${file}.stale.${process.pid}`;
  await rename(file, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => null);
  if (moved !== null && moved !== holder) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function isAlive(pid: number, start: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  // After a restart of a container the same number may be another process, even ourselves.
  return (await startOf(pid)) === start;
}

/** When a process began, in the kernel's ticks since boot; a constant where there is no /proc. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
}
