import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { StorageClient } from '@supabase/storage-js';
import { Hono } from 'hono';
import type { Database } from '../backend/database/database.ts';
import { keysFrom, newSecret } from '../backend/keys.ts';
import type { FileStore } from '../backend/storage/file-store.ts';
import { folderStore } from '../backend/storage/folder-store.ts';
import { storageRoutes } from '../backend/storage/routes.ts';
import type { Storage } from '../backend/storage/storage-context.ts';
import { userToken } from './rest-host.ts';

export type StorageHost = Awaited<ReturnType<typeof startStorageHost>>;

/** The photo storage of a database on its own port, with its files there or in its own folder. */
export async function startStorageHost(database: Database, files?: FileStore) {
  const keys = await keysFrom(newSecret());
  const root = await mkdtemp(join(tmpdir(), 'photos-'));
  const unexpected: unknown[] = [];
  const state = {
    addresses: 0,
    addressOfEveryone: null as string | null,
    now: null as Date | null,
  };
  const storage: Storage = {
    database,
    keys,
    files: files ?? folderStore(join(root, 'data', 'storage')),
    now: () => state.now ?? new Date(),
    // A new visitor for each request by default: limits count by address.
    clientAddress: () => state.addressOfEveryone ?? `198.51.100.${(state.addresses += 1)}`,
    log: {
      info: () => undefined,
      warn: (...message) => unexpected.push(message),
      error: (...message) => unexpected.push(message),
    },
  };
  const app = new Hono().route('/storage/v1', storageRoutes(storage));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${origin}/storage/v1`;
  const client = (token: string) =>
    new StorageClient(url, { apikey: keys.anonKey, authorization: `Bearer ${token}` });
  return {
    origin,
    url,
    keys,
    storage,
    state,
    /** Logged warnings and errors. */
    unexpected,
    anonymous: () => client(keys.anonKey),
    service: () => client(keys.serviceKey),
    /** Creates an account, and returns its signed-in client. */
    signUp: async (email: string, { admin = false } = {}) => {
      const { rows } = await database.pool.query<{ id: string }>(
        'insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id',
        [email],
      );
      const id = rows[0]?.id ?? '';
      if (admin) await database.pool.query('insert into public.admins (user_id) values ($1)', [id]);
      return client(await userToken(keys.secret, { sub: id }));
    },
    /** A request that no client would send. */
    raw: (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, init),
    /** Every file anywhere in the host's folder, with its path in it. */
    files: async () => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort();
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await database.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
