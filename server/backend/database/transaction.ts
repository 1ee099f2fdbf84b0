import type { PoolClient } from 'pg';
import type { Database } from './database.ts';

// As long as a request may wait. The embedded database accepts it and does not act on it: its thread has a limit.
const beginLimited = `begin; set local statement_timeout = '15s'`;

/**
 * Runs the work in one transaction, and rolls back when it throws. A statement has 15 seconds,
 * or any time if the work `isLong`. The pool may have a single connection: inside, use only `client`.
 */
export async function inTransaction<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (client: PoolClient) => Promise<T>,
  { isLong = false } = {},
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(isLong ? 'begin' : beginLimited);
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

/** A connection that cannot roll back is dropped, never reused. */
export async function rollBack(client: PoolClient) {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
