import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { PostgrestClient } from '@supabase/postgrest-js';
import { Hono } from 'hono';
import { SignJWT } from 'jose';
import type { Database } from '../backend/database/database.ts';
import { keysFrom, newSecret } from '../backend/keys.ts';
import { restRoutes } from '../backend/rest/rest-routes.ts';

export type RestHost = Awaited<ReturnType<typeof startRestHost>>;

/** The data interface of a database, on its own port. `close` ends both. */
export async function startRestHost(database: Database, options: { maxRows?: number } = {}) {
  const keys = await keysFrom(newSecret());
  const unexpected: unknown[] = [];
  const routes = restRoutes({
    database,
    keys,
    headers: ['x-reader'],
    ...options,
    onUnexpectedError: (error) => unexpected.push(error),
  });
  const app = new Hono().route('/rest/v1', routes);
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/v1`;
  const client = (token: string, headers: Record<string, string> = {}) =>
    new PostgrestClient(url, {
      headers: { apikey: keys.anonKey, authorization: `Bearer ${token}`, ...headers },
      retry: false,
    });
  return {
    url,
    keys,
    /** Errors that no request caused. */
    unexpected,
    anonymous: (headers?: Record<string, string>) => client(keys.anonKey, headers),
    service: () => client(keys.serviceKey),
    user: async (id: string) => client(await userToken(keys.secret, { sub: id })),
    /** A request that no client would send. */
    raw: (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has('authorization')) headers.set('authorization', `Bearer ${keys.serviceKey}`);
      return fetch(`${url}${path}`, { ...init, headers });
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

/** A signed-in person's token; an hour long unless `expiresAt` (seconds since 1970) says otherwise. */
export const userToken = (
  secret: Uint8Array,
  { sub, expiresAt = '1h' }: { sub: string; expiresAt?: string | number },
) =>
  new SignJWT({ sub, role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('authenticated')
    .setExpirationTime(expiresAt)
    .sign(secret);

type Answer = {
  data: unknown;
  error: { code: string; message: string; details: unknown; hint: string | null } | null;
  count: number | null;
  status: number;
};

/** A query's result, as far as tests check it. */
export async function answerOf(query: PromiseLike<Answer>): Promise<Answer> {
  const { data, error, count, status } = await query;
  return { data, error, count, status };
}

/** The rows of a query; an error fails the test. */
export async function rowsOf(query: PromiseLike<Answer>): Promise<unknown> {
  const { data, error } = await query;
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data;
}

/** The code and status of a query's error. */
export async function failureOf(query: PromiseLike<Answer>): Promise<[number, string | undefined]> {
  const { error, status } = await query;
  return [status, error?.code];
}
