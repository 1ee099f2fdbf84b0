import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Database } from '../backend/database/database.ts';
import { BackupError } from './archive.ts';

/**
 * The protocol between a backup and a running server, for a snapshot of the embedded database: over a socket in
 * the data folder that only the folder's owner can open. The snapshot exists until the connection ends.
 */
export async function openControl(
  dataDir: string,
  { snapshot }: Required<Pick<Database, 'snapshot'>>,
): Promise<{ close: () => Promise<void> }> {
  await forgetOld(dataDir);
  if (Buffer.byteLength(socketOf(dataDir)) > longestPath) return { close: () => Promise.resolve() };
  const lines = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (line) => {
    lines.add(line);
    line.on('error', () => undefined);
    void answer(line, dataDir, snapshot).finally(() => lines.delete(line));
  });
  // The mask applies from the socket's first moment; chmod would come too late.
  const mask = process.umask(0o177);
  try {
    server.listen(socketOf(dataDir));
  } finally {
    process.umask(mask);
  }
  await once(server, 'listening');
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const line of lines) line.destroy();
      await closed;
    },
  };
}

const socketOf = (dataDir: string) => join(dataDir, 'control');
// Longer paths cannot be sockets on every system. Such a server is backed up while it is stopped.
const longestPath = 100;
const snapshotPrefix = 'snapshot-';

// Left by a killed server.
async function forgetOld(dataDir: string) {
  const old = (await readdir(dataDir)).filter((name) => name.startsWith(snapshotPrefix));
  for (const name of ['control', ...old]) {
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/** Never throws: a failing backup must not stop the server. */
async function answer(line: Socket, dataDir: string, snapshot: (folder: string) => Promise<void>) {
  const over = new Promise((resolve) => line.once('end', resolve).once('close', resolve));
  line.resume();
  let folder: string | null = null;
  let failure: string | null = null;
  try {
    folder = await mkdtemp(join(dataDir, snapshotPrefix));
    await snapshot(join(folder, 'database'));
    line.write(`${JSON.stringify({ folder })}\n`);
    await over;
  } catch (error) {
    failure = sentenceOf(error, dataDir);
  }
  // Before the failure is reported, so that the space is free again. What cannot be removed now is removed at the
  // next start.
  if (folder) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  if (failure !== null) line.write(`${JSON.stringify({ failure })}\n`);
  line.end();
}

const sentenceOf = (error: unknown, dataDir: string) =>
  /ENOSPC|EDQUOT/.test(String(error))
    ? `There is no room for a copy of the database in ${dataDir}`
    : `The server could not copy its database: ${error instanceof Error ? error.message : String(error)}`;

/**
 * Null if no server listens. The returned `folder` has the `database` until `done` is called. Throws BackupError
 * with the server's message.
 */
export async function askForSnapshot(
  dataDir: string,
): Promise<{ folder: string; done: () => Promise<void> } | null> {
  const line = connect(socketOf(dataDir));
  try {
    await once(line, 'connect');
  } catch {
    return null;
  }
  let text = '';
  for await (const chunk of line.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    text += chunk.toString();
    if (text.endsWith('\n')) break;
  }
  const said = JSON.parse(text || '{}') as { folder?: string; failure?: string };
  if (said.folder !== undefined) return { folder: said.folder, done: () => hangUp(line) };
  line.destroy();
  throw new BackupError(said.failure ?? 'The server ended before it copied its database');
}

/** Resolves when the server has removed the snapshot or has ended. */
async function hangUp(line: Socket) {
  const closed = once(line, 'close');
  line.end();
  line.resume();
  await closed;
}
