import { lchown, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

// Root's files in the data folder would be closed to the server, which is another user.

/** The other user who has the folder, if this process is root's; null otherwise. */
async function otherOwner(dataDir: string) {
  if (process.geteuid?.() !== 0) return null;
  const owner = await stat(dataDir).catch(() => null);
  return owner && owner.uid !== 0 ? owner : null;
}

/** Goes on as the owner of the data folder. Does nothing unless root runs this process. */
export async function becomeOwner(dataDir: string): Promise<void> {
  const owner = await otherOwner(dataDir);
  if (!owner) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Gives everything at that path in the data folder to the folder's owner. Does nothing unless root runs this process. */
export async function giveToOwner(path: string, dataDir: string): Promise<void> {
  const owner = await otherOwner(dataDir);
  if (!owner) return;
  const isFolder = (await lstat(path)).isDirectory();
  for (const name of ['', ...(isFolder ? await readdir(path, { recursive: true }) : [])]) {
    await lchown(join(path, name), owner.uid, owner.gid);
  }
}
