import { closeSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { access, chmod, constants, lstat, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigurationError } from './config.ts';

const others = 0o077;
// The sticky bit: a shared folder like /tmp.
const shared = 0o1000;

export type OpenedFolder = {
  /** A line for the owner at the start; empty when no other user of this machine can read the folder. */
  notices: string[];
  /** Resolves when everything that was in the folder is private; returns how much could not be changed. */
  closing: Promise<number>;
};

/**
 * Makes the data folder private to its user: it contains password hashes and the signing secret. From now on, all
 * files of this process are private too. The folder itself is closed at once, which hides its contents; existing
 * files follow in the background. Throws ConfigurationError when the folder can't be used.
 */
export async function openDataDir(dataDir: string): Promise<OpenedFolder> {
  process.umask(others);
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new ConfigurationError(
      `DATA_DIR: ${dataDir} can't be used (${error.code}): choose a folder that the server's user may write to`,
    );
  }
  if (((await stat(dataDir)).mode & shared) !== 0) {
    throw new ConfigurationError(
      `DATA_DIR: ${dataDir} is shared by all users of this machine: choose a folder of its own`,
    );
  }
  await closeOne(dataDir, 0o700);
  const isClosed = ((await stat(dataDir)).mode & others) === 0;
  if (isClosed) return { notices: [], closing: closeAllIn(dataDir) };
  const notice =
    `DATA_DIR: other users of this machine may read ${dataDir}, whose modes can't be changed: ` +
    "choose a folder that belongs to the server's user";
  return { notices: [notice], closing: closeAllIn(dataDir) };
}

/**
 * For programs beside the server: throws ConfigurationError unless the folder has an embedded database that this user may
 * open. Such a program must not make a new one.
 */
export async function needDatabaseIn(dataDir: string): Promise<void> {
  try {
    await access(join(dataDir, 'database'), constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new ConfigurationError(
      error.code === 'ENOENT'
        ? `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as for the server`
        : `DATA_DIR: ${dataDir} can't be used (${error.code}): run this as the server's user`,
    );
  }
}

/**
 * Throws ConfigurationError that names the first file of the embedded database that this user cannot open, such as one
 * that a command of another user left.
 */
export async function needOwnFiles(dataDir: string): Promise<void> {
  const found = firstClosed(join(dataDir, 'database'));
  if (found === null) return;
  const { uid, gid } = await stat(dataDir);
  throw new ConfigurationError(
    `DATA_DIR: ${found} can't be opened, because it belongs to another user. Run once as root: ` +
      `chown -R ${uid}:${gid} ${dataDir}`,
  );
}

// At once: a thousand small files, awaited one by one, take ten times as long.
function firstClosed(path: string): string | null {
  try {
    if (!lstatSync(path).isDirectory()) {
      closeSync(openSync(path, 'r+'));
      return null;
    }
    for (const name of readdirSync(path)) {
      const found = firstClosed(join(path, name));
      if (found !== null) return found;
    }
    return null;
  } catch (error) {
    const isClosed = isSystemError(error) && (error.code === 'EACCES' || error.code === 'EPERM');
    return isClosed ? path : null;
  }
}

/** Below this, the embedded database can neither be made nor opened. */
const leastRoomBytes = 1024 * 1024;

/** A ConfigurationError if the disk of the data folder is full, otherwise the error as it is. */
export async function whyUnusable(dataDir: string, error: unknown): Promise<unknown> {
  if (error instanceof ConfigurationError) return error;
  const isFull = /ENOSPC|EDQUOT|No space left on device/.test(String(error));
  const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: 1, bsize: Infinity }));
  if (!isFull && bavail * bsize >= leastRoomBytes) return error;
  return new ConfigurationError(
    `DATA_DIR: there is no room for the database in ${dataDir}: free some space on its disk`,
  );
}

/**
 * Makes a folder and those above it. Node's own `recursive` never ends in a folder that answers ENOENT to new ones, such
 * as /proc.
 */
async function makeFolder(path: string): Promise<void> {
  const above = dirname(path);
  if (await isFolder(path)) return;
  if (above !== path) await makeFolder(above);
  await mkdir(path).catch(async (error: unknown) => {
    // Another server on the same folder may have made it.
    if (!(await isFolder(path))) throw error;
  });
}

const isFolder = (path: string) =>
  stat(path).then(
    (state) => state.isDirectory(),
    () => false,
  );

// Node creates files with the process's mask, so a closed folder contains only closed files. The embedded database
// once chose its own modes, so each of its files is checked.
const madeByNode = ['storage', 'mail', 'site'];

async function closeAllIn(dataDir: string): Promise<number> {
  let failures = 0;
  for (const name of await readdir(dataDir)) {
    failures += await close(join(dataDir, name), madeByNode.includes(name));
  }
  return failures;
}

/** A folder is closed after its contents, so a closed one was finished. Returns how many stayed open. */
async function close(path: string, skipsClosedFolders: boolean): Promise<number> {
  const state = await lstat(path).catch(() => null);
  // Deleted meanwhile, or a link.
  if (!state || state.isSymbolicLink()) return 0;
  const isOpen = (state.mode & others) !== 0;
  let failures = 0;
  if (state.isDirectory() && (isOpen || !skipsClosedFolders)) {
    for (const name of await readdir(path).catch(() => [])) {
      failures += await close(join(path, name), skipsClosedFolders);
    }
  }
  if (!isOpen) return failures;
  return failures + ((await closeOne(path, state.mode & 0o700)) ? 0 : 1);
}

/** Whether it is closed or gone. Another user's file and some file systems refuse. */
const closeOne = (path: string, mode: number): Promise<boolean> =>
  chmod(path, mode).then(
    () => true,
    (error: unknown) => isSystemError(error) && error.code === 'ENOENT',
  );

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error;
