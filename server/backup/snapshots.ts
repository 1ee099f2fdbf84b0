import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Database } from '../backend/database/database.ts';
import { askServer, type Answer } from '../control.ts';
import { BackupError } from './archive.ts';

const snapshotPrefix = 'snapshot-';

/** Removes what a killed server left. */
export async function forgetSnapshots(dataDir: string) {
  const old = (await readdir(dataDir)).filter((name) => name.startsWith(snapshotPrefix));
  for (const name of old) await rm(join(dataDir, name), { recursive: true, force: true });
}

type TakeSnapshot = (folder: string) => Promise<void>;
type Snapshot = { folder: string; done: () => Promise<void> };

/** Answers with the folder of a snapshot of the embedded database, which exists until the connection ends. */
export const answerSnapshot =
  (dataDir: string, { snapshot }: Required<Pick<Database, 'snapshot'>>): Answer =>
  async (line) => {
    const over = new Promise((resolve) => line.once('end', resolve).once('close', resolve));
    line.resume();
    try {
      const { folder, done } = await takeSnapshot(dataDir, snapshot);
      line.write(`${JSON.stringify({ folder })}\n`);
      await over;
      await done();
    } catch (error) {
      const failure = error instanceof BackupError ? error.message : String(error);
      line.write(`${JSON.stringify({ failure })}\n`);
    }
    line.end();
  };

/** A copy of this process's embedded database, as `database` in `folder` until `done` is called. Throws BackupError. */
export async function takeSnapshot(dataDir: string, snapshot: TakeSnapshot): Promise<Snapshot> {
  let folder: string | null = null;
  // What cannot be removed now is removed at the next start.
  const done = async () => {
    if (folder) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  };
  try {
    folder = await mkdtemp(join(dataDir, snapshotPrefix));
    await snapshot(join(folder, 'database'));
    return { folder, done };
  } catch (error) {
    // Before the failure is reported, so that the space is free again.
    await done();
    throw new BackupError(sentenceOf(error, dataDir));
  }
}

const sentenceOf = (error: unknown, dataDir: string) =>
  /ENOSPC|EDQUOT/.test(String(error))
    ? `There is no room for a copy of the database in ${dataDir}`
    : `The server could not copy its database: ${error instanceof Error ? error.message : String(error)}`;

/**
 * Null if no server listens. The returned `folder` has the `database` until `done` is called. Throws BackupError
 * with the server's message.
 */
export async function askForSnapshot(dataDir: string): Promise<Snapshot | null> {
  const line = await askServer(dataDir, ['snapshot']);
  if (!line) return null;
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
