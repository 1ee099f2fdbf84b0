import type { Pool } from 'pg';

/**
 * A broken connection fails its current query, the pool drops it, and the next query opens another. It also emits
 * an error while idle and between two statements of a transaction; without a listener, that would end the process.
 */
export function surviveLostConnections(pool: Pool) {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}
