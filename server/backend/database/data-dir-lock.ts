import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../../config.ts';
import { givesSignOfLife, giveSignOfLife } from './sign-of-life.ts';

/** Two processes on one embedded database would destroy it. */
export class DataDirInUseError extends ConfigurationError {
  override name = 'DataDirInUseError';
}

/**
 * Locks the data folder for this process until it is released or the process ends; takes over the lock of a killed
 * process. Throws DataDirInUseError.
 */
export async function lockDataDir(dataDir: string): Promise<{ release: () => Promise<void> }> {
  await mkdir(dataDir, { recursive: true });
  const place: Place = { dataDir, file: join(dataDir, 'lock'), token: newToken() };
  // The socket first: a reader of the lock finds it.
  const sign = await giveSignOfLife(dataDir, `lock.${place.token}`);
  try {
    await take(place, [process.pid, await startOf(process.pid), sign.name ?? ''].join(' '));
  } catch (error) {
    await sign.close();
    throw error;
  }
  return {
    release: async () => {
      await rm(place.file, { force: true });
      await sign.close();
    },
  };
}

// Process ids are not enough: every container counts from 1.
const newToken = () => randomBytes(4).toString('hex');

type Place = { dataDir: string; file: string; token: string };

async function take(place: Place, mine: string) {
  if (await tryToTake(place, mine)) return;
  await removeStale(place);
  if (!(await tryToTake(place, mine))) throw inUse(place.dataDir);
}

const inUse = (dataDir: string, pid?: string) =>
  new DataDirInUseError(
    `DATA_DIR: ${dataDir} is in use by another server${pid ? ` (process ${pid})` : ''}: stop it first, or choose another folder`,
  );

// A link appears complete or not at all, so nobody reads an empty lock.
async function tryToTake({ file, token }: Place, content: string): Promise<boolean> {
  const draft = `${file}.draft.${token}`;
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

async function removeStale({ dataDir, file, token }: Place) {
  const holder = await readFile(file, 'utf8').catch(() => null);
  if (holder === null) return;
  const [pid = '', start = '', sign = ''] = holder.split(' ');
  const lives = isSign(sign)
    ? await givesSignOfLife(dataDir, sign)
    : await isAlive(Number(pid), start);
  if (lives) throw inUse(dataDir, pid);
  // Renamed first: of two that find the same stale lock, only one may remove it.
  const aside = `${file}.stale.${token}`;
  await rename(file, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => null);
  if (moved !== null && moved !== holder) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
  if (moved === holder && isSign(sign)) await rm(join(dataDir, sign), { force: true });
}

// Only names of our own sockets may be removed.
const isSign = (word: string) => /^lock\.[0-9a-f]+$/.test(word);

// Without a socket: the process id, which works within one container only.
async function isAlive(pid: number, start: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  // After a container's restart, the same id may be another process, or this one.
  return (await startOf(pid)) === start;
}

/** The process's start time in kernel ticks since boot; a constant without /proc. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
}
