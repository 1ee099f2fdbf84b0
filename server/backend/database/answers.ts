import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database.ts';

/** Longer than a busy database delays a small query, shorter than a health check waits. */
const limitMs = 3_000;

/** How long a good answer counts: strangers may ask too, and each question is a commit. */
const keptMs = 250;

/** Below this, a booking, an email or a photo may already fail. */
const leastRoomBytes = 1024 * 1024;

// On a PostgreSQL, a commit that changes no table: with synchronous replication, commits can wait while reads work.
const questions = {
  pglite: 'select 1',
  postgres: `select pg_logical_emit_message(true, 'readyz', '')`,
};

/**
 * Whether the database can be read and written now, and its file system has room if it is ours. Calls share one
 * question, because a commit that waits keeps its connection, and a good answer for a quarter of a second.
 */
export function asksWhetherAnswers(
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  dataDir: string,
): () => Promise<boolean> {
  let current: { answer: Promise<boolean>; until: number } | null = null;
  const ask = () => {
    const answered = pool.query(questions[kind]).then(
      () => true,
      () => false,
    );
    const answer = Promise.race([answered, wait(limitMs, false, { ref: false })]);
    const asked = { answer, until: Infinity };
    void Promise.all([answer, answered]).then(([isThere]) => {
      asked.until = isThere ? Date.now() + keptMs : 0;
    });
    return asked;
  };
  return async () => {
    if (!current || current.until <= Date.now()) current = ask();
    const isThere = await current.answer;
    return isThere && (kind === 'postgres' || (await hasRoom(dataDir)));
  };
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= leastRoomBytes;
}
