import type { Pool } from 'pg';

/**
 * A connection that breaks ends the query that runs on it, the pool drops it, and the next query opens
 * another. It also says so aloud, while it is idle and between two statements of a transaction alike: with
 * nobody to hear that, the whole process would end.
 */
export function surviveLostConnections(pool: Pool) {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}
