import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

export type SignOfLife = {
  /** Of the socket in the folder; null where none can be. */
  name: string | null;
  close: () => Promise<void>;
};

// Longer ones cannot be a socket on every system.
const longestPath = 103;

/**
 * A socket that this process holds until it ends, however it ends. The kernel answers for it: at once, also for
 * a process that is stopped or busy, and to every container that shares the folder.
 */
export async function giveSignOfLife(folder: string, name: string): Promise<SignOfLife> {
  const none: SignOfLife = { name: null, close: () => Promise.resolve() };
  const path = join(folder, name);
  if (Buffer.byteLength(path) > longestPath) return none;
  const server = createServer((line) => line.destroy());
  try {
    await once(server.listen(path), 'listening');
  } catch {
    // Some shared folders take no sockets.
    return none;
  }
  server.unref();
  return {
    name,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

/** Whether the holder of that socket lives. One that cannot be asked may. */
export async function givesSignOfLife(folder: string, name: string): Promise<boolean> {
  const line = connect(join(folder, name));
  try {
    await once(line, 'connect');
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return code !== 'ECONNREFUSED' && code !== 'ENOENT';
  } finally {
    line.destroy();
  }
}
