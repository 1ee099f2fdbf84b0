import { join } from 'node:path';
import { Pool, type PoolConfig } from 'pg';
import { lockDataDir } from './data-dir-lock.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import { keepListening, type Listener } from './keep-listening.ts';
import { columnTypes } from './column-types.ts';
import { surviveLostConnections } from './lost-connections.ts';

export type Database = {
  kind: 'pglite' | 'postgres';
  pool: Pool;
  /** Hears what is notified on a channel, by any process; what it answers ends that. */
  listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>;
  /**
   * From now on no statement takes longer than that. Only the embedded database has it, which knows no
   * `statement_timeout`: a statement that takes longer costs a restart of its thread.
   */
  limitStatements?: (limitMs: number) => void;
  /** Copies the embedded database, as it is now, to a folder that is not there yet. */
  snapshot?: (folder: string) => Promise<void>;
  close: () => Promise<void>;
};

type EmbeddedPlace = {
  dataDir: string;
  /** Told when the embedded database stopped by itself; the next query starts it again. */
  onLoss?: (error: Error) => void;
};

type Place =
  | EmbeddedPlace
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
  'dataDir' in place ? openEmbedded(place) : Promise.resolve(openPostgres(place));

async function openEmbedded({ dataDir, onLoss }: EmbeddedPlace): Promise<Database> {
  const lock = await lockDataDir(dataDir);
  try {
    const { shutDown, ...opened } = await openEmbeddedPool(join(dataDir, 'database'), onLoss);
    return {
      kind: 'pglite',
      ...opened,
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
    connectionTimeoutMillis: 5_000,
    types: columnTypes,
  };
  const pool = new Pool(config);
  surviveLostConnections(pool);
  return {
    kind: 'postgres',
    pool,
    listen: (channel, listener) => keepListening(place.connectionString, channel, listener),
    close: () => pool.end(),
  };
}
