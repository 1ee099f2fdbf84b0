import { access, chmod, constants, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from './config.ts';

const others = 0o077;
// The sticky bit: a folder like /tmp, in which everybody keeps files.
const shared = 0o1000;

export type OpenedFolder = {
  /** What the owner should read at the start; empty when nobody else on this machine can read the folder. */
  notices: string[];
  /** Resolves when everything that was in the folder is its user's alone; answers how much could not be. */
  closing: Promise<number>;
};

/**
 * Makes the data folder its user's alone: it holds hashes of passwords and the secret that signs sessions. From
 * now on all files of this process are, too. The folder itself is closed at once, which hides what is in it;
 * the files of an older folder follow meanwhile. Throws ConfigurationError when the folder can't be used.
 */
export async function openDataDir(dataDir: string): Promise<OpenedFolder> {
  process.umask(others);
  try {
    await mkdir(dataDir, { recursive: true });
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

// Node creates files here with the mask of the process, so a closed folder holds only closed files. The embedded
// database chose its own modes once, so each of its files is looked at.
const madeByNode = ['storage', 'mail'];

async function closeAllIn(dataDir: string): Promise<number> {
  let failures = 0;
  for (const name of await readdir(dataDir)) {
    failures += await close(join(dataDir, name), madeByNode.includes(name));
  }
  return failures;
}

/** A folder comes after what is in it, so that one that is closed was finished. Answers how much stayed open. */
async function close(path: string, skipsClosedFolders: boolean): Promise<number> {
  const state = await lstat(path).catch(() => null);
  // Gone meanwhile, or it leads to what is not ours.
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

/** Whether it is closed, or gone. Another user's file and some file systems refuse. */
const closeOne = (path: string, mode: number): Promise<boolean> =>
  chmod(path, mode).then(
    () => true,
    (error: unknown) => isSystemError(error) && error.code === 'ENOENT',
  );

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error;
