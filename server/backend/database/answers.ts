import { statfs } from 'node:fs/promises';
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
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  );
  try {
    const isThere = await Promise.race([answered, tooLate]);
    return isThere && (kind === 'postgres' || (await hasRoom(dataDir)));
  } finally {
    clearTimeout(timer);
  }
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= leastRoomBytes;
}
