import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';

/** Runs the work in one transaction. The pool may hold a single connection: never use it inside. */
export async function inTransaction<T>(
  database: Database,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

// A connection that cannot even roll back is thrown away, never handed to the next request.
async function rollBack(client: PoolClient) {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
