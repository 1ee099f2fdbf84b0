import { Client, escapeIdentifier, Pool, type ClientConfig } from 'pg';
import { checkpoint, checkpointForCopy } from './checkpoint.ts';
import { columnTypes } from './column-types.ts';
import { EmbeddedConnection } from './embedded-connection.ts';
import { startEmbeddedEngine, type EmbeddedEngine } from './embedded-engine.ts';
import type { Listener } from './keep-listening.ts';
import { rewriteErased } from './rewrite-erased.ts';
import { surviveLostConnections } from './lost-connections.ts';

/** A pool for the embedded PostgreSQL in that folder, which is created if missing. */
export async function openEmbeddedPool(
  folder: string,
  onLoss: (error: Error) => void = () => undefined,
): Promise<{
  pool: Pool;
  listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>;
  limitStatements: (limitMs: number) => void;
  isAtWork: () => boolean;
  checkpoint: () => Promise<void>;
  snapshot: (folder: string) => Promise<void>;
  shutDown: () => Promise<void>;
}> {
  const listeners = new Map<string, Set<Listener>>();
  const engine = await startEmbeddedEngine({
    folder,
    onLoss: (error) => {
      onLoss(error);
      for (const { onGap } of [...listeners.values()].flatMap((some) => [...some])) onGap();
    },
  });
  const pool = new Pool({ Client: clientOf(engine), max: 1, idleTimeoutMillis: 0 });
  // All clients share the engine's one session: the connected one receives notifications.
  surviveLostConnections(pool);
  pool.on('connect', (client) => {
    client.on('notification', ({ channel, payload }) => {
      for (const { onNotice } of listeners.get(channel) ?? []) onNotice(payload ?? '');
    });
  });
  return {
    pool,
    listen: async (channel, listener) => {
      const heard = listeners.get(channel) ?? new Set();
      listeners.set(channel, heard.add(listener));
      engine.keepListening(escapeIdentifier(channel));
      // Through the pool, so that it runs inside nobody's transaction.
      await pool.query(`listen ${escapeIdentifier(channel)}`);
      return () => {
        heard.delete(listener);
        return Promise.resolve();
      };
    },
    limitStatements: engine.limitStatements,
    isAtWork: engine.isAtWork,
    checkpoint: () => checkpoint({ folder, pool }),
    snapshot: async (target) => {
      await rewriteErased(pool);
      await checkpointForCopy({ folder, pool });
      await engine.snapshot(target);
    },
    shutDown: async () => {
      await pool.end();
      await engine.close();
    },
  };
}

function clientOf(engine: EmbeddedEngine): new () => Client {
  return class EmbeddedClient extends Client {
    constructor() {
      const stream = () => new EmbeddedConnection(engine.dial);
      const config: ClientConfig = {
        stream,
        user: 'postgres',
        database: 'postgres',
        types: columnTypes,
      };
      super(config);
    }
  };
}
