import { join } from 'node:path';
import { Pool, type PoolConfig } from 'pg';
import { lockDataDir } from './data-dir-lock.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import { keepListening, type Listener } from './keep-listening.ts';
import { columnTypes } from './column-types.ts';

export type Database = {
  kind: 'pglite' | 'postgres';
  pool: Pool;
  /** Hears what is notified on a channel, by any process; what it answers ends that. */
  listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
};

type Place =
  | { dataDir: string }
  | {
      connectionString: string;
      /** How many at once; 10 when left out. */ maxConnections?: number;
    };

/**
 * Opens the embedded database under `dataDir/database`, or connects to a PostgreSQL. Both give a
 * `pg.Pool`; the embedded one holds a single connection, so nobody may ask for a second one while
 * holding the first. Throws DataDirInUseError when another process has the folder.
 */
export const openDatabase = (place: Place): Promise<Database> =>
  'dataDir' in place ? openEmbedded(place.dataDir) : Promise.resolve(openPostgres(place));

async function openEmbedded(dataDir: string): Promise<Database> {
  const lock = await lockDataDir(dataDir);
  try {
    const { pool, listen, shutDown } = await openEmbeddedPool(join(dataDir, 'database'));
    return {
      kind: 'pglite',
      pool,
      listen,
      close: async () => {
        await shutDown();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function openPostgres(place: { connectionString: string; maxConnections?: number }): Database {
  const config: PoolConfig = {
    connectionString: place.connectionString,
    max: place.maxConnections ?? 10,
    // A database that does not answer is an error after a while, not a request that hangs for ever.
    connectionTimeoutMillis: 10_000,
    types: columnTypes,
  };
  const pool = new Pool(config);
  // An idle connection that breaks is dropped by the pool; the next query opens a new one.
  pool.on('error', () => undefined);
  return {
    kind: 'postgres',
    pool,
    listen: (channel, listener) => keepListening(place.connectionString, channel, listener),
    close: () => pool.end(),
  };
}
