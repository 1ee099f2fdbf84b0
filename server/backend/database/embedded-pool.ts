import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Client, escapeIdentifier, Pool, type ClientConfig, type PoolClient } from 'pg';
import { columnTypes } from './column-types.ts';
import type { Listener } from './keep-listening.ts';

// Claims are compared by crew and time, and the search for a booking looks inside words.
const extensions = { btree_gist, pg_trgm };

/** A pool over the embedded PostgreSQL in that folder, which is created when it is missing. */
export async function openEmbeddedPool(folder: string): Promise<{
  pool: Pool;
  listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>;
  shutDown: () => Promise<void>;
}> {
  if (!(await exists(folder))) await create(folder);
  const engine = await PGlite.create(folder, { extensions });
  const pool = new Pool({
    Client: clientOf(engine),
    max: 1,
    idleTimeoutMillis: 0,
    verify: startClean,
  });
  pool.on('error', () => undefined);
  return {
    pool,
    listen: (channel, listener) => listenWithin(engine, pool, channel, listener),
    shutDown: async () => {
      await pool.end();
      await engine.close();
    },
  };
}

// Built aside and moved into place, so that a start which was killed leaves no half database.
async function create(folder: string) {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  const engine = await PGlite.create(unfinished, { extensions });
  await engine.close();
  await rename(unfinished, folder);
}

/**
 * The pool drops a connection on which a query failed, and the adapter's connection cannot be used
 * again after that: each client gets one of its own.
 */
function clientOf(engine: PGlite): new () => Client {
  return class EmbeddedClient extends Client {
    constructor() {
      const { connection, user, database } = createPgConfig(engine);
      super({ connection, user, database, types: columnTypes } as ClientConfig);
    }
  };
}

// Asked through the pool, so that it falls into nobody's transaction. Nothing is ever missed: the engine
// is this process.
async function listenWithin(
  engine: PGlite,
  pool: Pool,
  channel: string,
  { onNotice }: Pick<Listener, 'onNotice'>,
): Promise<() => Promise<void>> {
  const stop = engine.onNotification((name, payload) => {
    if (name === channel) onNotice(payload);
  });
  await pool.query(`listen ${escapeIdentifier(channel)}`);
  return () => {
    stop();
    return Promise.resolve();
  };
}

// All clients share the engine's one session. Closing a real connection rolls its transaction back;
// here the next client has to.
function startClean(client: PoolClient, done: (error?: Error) => void) {
  client.query('rollback').then(() => done(), done);
}

async function exists(path: string) {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
