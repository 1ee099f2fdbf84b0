import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

// Longer paths cannot be sockets on every system.
const longestPath = 100;

type SocketPath = { path: string; release: () => Promise<void> };

/**
 * A path of a socket in that folder that is short enough, until it is released; null if there is none. A long folder is
 * named by the process's own number of it, which only Linux has.
 */
export async function socketPath(folder: string, name: string): Promise<SocketPath | null> {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= longestPath) return { path, release: () => Promise.resolve() };
  if (process.platform !== 'linux') return null;
  const opened = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${opened.fd}/${name}`, release: () => opened.close() };
}
