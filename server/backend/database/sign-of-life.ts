import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

export type SignOfLife = {
  /** The socket's name in the folder; null if there can be none. */
  name: string | null;
  close: () => Promise<void>;
};

// Longer paths cannot be sockets on every system.
const longestPath = 103;

/**
 * A socket that this process holds until it ends in any way. The kernel answers for it at once, also for a stopped
 * or busy process, and to every container with the folder.
 */
export async function giveSignOfLife(folder: string, name: string): Promise<SignOfLife> {
  const none: SignOfLife = { name: null, close: () => Promise.resolve() };
  const path = join(folder, name);
  if (Buffer.byteLength(path) > longestPath) return none;
  const server = createServer((line) => line.destroy());
  try {
    await once(server.listen(path), 'listening');
  } catch {
    // Some shared folders don't support sockets.
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

/** Whether the socket's holder lives. True if it cannot be determined. */
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
