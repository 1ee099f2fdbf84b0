import { join } from 'node:path';
import { Pool, type PoolClient } from 'pg';
import type { Config } from '../../config.ts';
import { needOwnFiles, whyUnusable } from '../../data-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { openEmbeddedPool } from './embedded-pool.ts';
import { unpackEmptyDatabase } from './empty-database.ts';
import { keepListening, type Listener } from './keep-listening.ts';
import { columnTypes } from './column-types.ts';
import { StandbyError } from './database-away.ts';
import { surviveLostConnections } from './lost-connections.ts';
import { verifyServer } from './verify-server.ts';

export type Database = {
  kind: 'pglite' | 'postgres';
  pool: Pool;
  /** For what needs a session: past a pooler to the database itself, otherwise `pool`. */
  direct: Pool;
  /** Whether connections of `pool` share their sessions, as behind a pooler. */
  sharesSessions: boolean;
  /** Listens on a channel; the returned function stops it. */
  listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>;
  /**
   * Limits every statement from now on. Embedded database only, which has no `statement_timeout`: a longer
   * statement costs a restart of its thread.
   */
  limitStatements?: (limitMs: number) => void;
  /** Whether the embedded database runs a statement within its limit. Questions wait behind it. */
  isAtWork?: () => boolean;
  /** Shortens the log of the embedded database. */
  checkpoint?: () => Promise<void>;
  /** Copies the embedded database in its current state to a new folder, with as little of its log as possible. */
  snapshot?: (folder: string) => Promise<void>;
  close: () => Promise<void>;
};

type EmbeddedPlace = {
  dataDir: string;
  /** Called when the embedded database stopped by itself; the next query restarts it. */
  onLoss?: (error: Error) => void;
};

type Place =
  | EmbeddedPlace
  | {
      connectionString: string;
      /** The same database past a pooler. */
      directConnectionString?: string | null;
      /** Maximum number of connections; 10 by default. */ maxConnections?: number;
    };

/** Where the configuration has the database. */
export const placeOf = ({
  dataDir,
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>): Place =>
  databaseUrl
    ? { connectionString: databaseUrl, directConnectionString: databaseDirectUrl }
    : { dataDir };

/**
 * Opens the embedded database under `dataDir/database`, or connects to a PostgreSQL. Both give a `pg.Pool`; the
 * embedded one has a single connection, so never request a second one while holding the first. Throws
 * DataDirInUseError when another process has the folder.
 */
export const openDatabase = (place: Place): Promise<Database> =>
  'dataDir' in place ? openEmbedded(place) : Promise.resolve(openPostgres(place));

async function openEmbedded({ dataDir, onLoss }: EmbeddedPlace): Promise<Database> {
  const lock = await lockDataDir(dataDir).catch(async (error: unknown) => {
    throw await whyUnusable(dataDir, error);
  });
  try {
    const folder = join(dataDir, 'database');
    await needOwnFiles(dataDir);
    await unpackEmptyDatabase(folder);
    const { shutDown, ...opened } = await openEmbeddedPool(folder, onLoss);
    return {
      kind: 'pglite',
      ...opened,
      direct: opened.pool,
      sharesSessions: false,
      close: async () => {
        await shutDown();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw await whyUnusable(dataDir, error);
  }
}

function openPostgres(place: Exclude<Place, EmbeddedPlace>): Database {
  const { connectionString, maxConnections = 10 } = place;
  const directConnectionString = place.directConnectionString ?? connectionString;
  const pool = newPool(connectionString, maxConnections);
  const direct =
    directConnectionString === connectionString ? pool : newPool(directConnectionString, 1);
  return {
    kind: 'postgres',
    pool,
    direct,
    sharesSessions: direct !== pool,
    listen: (channel, listener) =>
      keepListening(verifyServer(directConnectionString), channel, listener),
    close: async () => {
      await Promise.all(Array.from(new Set([pool, direct]), (each) => each.end()));
    },
  };
}

function newPool(address: string, max: number): Pool {
  const pool = new Pool({
    connectionString: verifyServer(address),
    max,
    // A silent database becomes an error instead of a request that hangs forever.
    connectionTimeoutMillis: 5_000,
    // Closes connections to a machine that is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    verify: refuseStandby,
    types: columnTypes,
  });
  surviveLostConnections(pool);
  return pool;
}

// A primary becomes a standby only by a restart, which ends its connections.
function refuseStandby(client: PoolClient, done: (error?: Error) => void) {
  client
    .query<{ is: boolean }>('select pg_is_in_recovery() as is')
    .then(({ rows }) => done(rows[0]?.is ? new StandbyError() : undefined), done);
}
