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
 * Whether the database can be read and written now, and the file system of `dataDir`, if given, has room. Calls share
 * one question, because a commit that waits keeps its connection, and a good answer for a quarter of a second. An
 * embedded database at work is not asked: the question would wait behind a slow statement, whose limit ends it.
 */
export function asksWhetherAnswers(
  { kind, pool, isAtWork = () => false }: Pick<Database, 'kind' | 'pool' | 'isAtWork'>,
  dataDir?: string,
): () => Promise<boolean> {
  let current: { answer: Promise<boolean>; until: number } | null = null;
  const ask = () => {
    const answered = pool.query(questions[kind]).then(
      () => true,
      () => false,
    );
    // A transaction of many statements keeps the question waiting, too.
    const answer = Promise.race([answered, wait(limitMs, null, { ref: false }).then(isAtWork)]);
    const asked = { answer, until: Infinity };
    void Promise.all([answer, answered]).then(([isThere]) => {
      asked.until = isThere ? Date.now() + keptMs : 0;
    });
    return asked;
  };
  const answerOfNow = () => {
    if (!current || current.until <= Date.now()) current = ask();
    return current.answer;
  };
  return async () => {
    const isThere = isAtWork() || (await answerOfNow());
    return isThere && (kind === 'postgres' || dataDir === undefined || (await hasRoom(dataDir)));
  };
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= leastRoomBytes;
}
