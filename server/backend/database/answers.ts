import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';

/** Longer than a busy database delays a small query, shorter than a health check waits. */
const limitMs = 3_000;

/** Below this, a booking, an email or a photo may already fail. */
const leastRoomBytes = 1024 * 1024;

/** Whether the database answers now, and its file system has room if it is ours. */
export async function answers(
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  dataDir: string,
): Promise<boolean> {
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([answered, wait(limitMs, false, { ref: false })]);
  return isThere && (kind === 'postgres' || (await hasRoom(dataDir)));
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= leastRoomBytes;
}
