import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';

/** Longer than a busy database delays a small query, shorter than a health check waits. */
const limitMs = 3_000;

/** Below this, a booking, an email or a photo may already fail. */
const leastRoomBytes = 1024 * 1024;

// On a PostgreSQL, a commit that changes no table: with synchronous replication, commits can wait while reads work.
const questions = {
  pglite: 'select 1',
  postgres: `select pg_logical_emit_message(true, 'readyz', '')`,
};

/**
 * Whether the database can be read and written now, and its file system has room if it is ours. Calls share one
 * question, because a commit that waits keeps its connection.
 */
export function asksWhetherAnswers(
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  dataDir: string,
): () => Promise<boolean> {
  let current: Promise<boolean> | null = null;
  const ask = () => {
    const answered = pool.query(questions[kind]).then(
      () => true,
      () => false,
    );
    void answered.then(() => (current = null));
    return Promise.race([answered, wait(limitMs, false, { ref: false })]);
  };
  return async () => {
    const isThere = await (current ??= ask());
    return isThere && (kind === 'postgres' || (await hasRoom(dataDir)));
  };
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= leastRoomBytes;
}
