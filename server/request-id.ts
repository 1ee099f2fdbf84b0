import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Log } from '../supabase/functions/_shared/http/deps.ts';

// Not AsyncLocalStorage: it costs a read a fifth of its processor time (docs/decisions/0080).
const ids = new WeakMap<Request, string>();

/** The id of a request; undefined for the host's requests to itself. */
export const requestIdOf = (request: Request): string | undefined => ids.get(request);

/** Gives a request that the host makes for another one the id of that one. */
export function keepRequestId(request: Request, id: string | undefined): Request {
  if (id !== undefined) ids.set(request, id);
  return request;
}

/** The log with the id in every line. */
export function logWithId(log: Log, requestId: string | undefined): Log {
  if (requestId === undefined) return log;
  return {
    info: (details, message) => log.info({ requestId, ...details }, message),
    warn: (details, message) => log.warn({ requestId, ...details }, message),
    error: (details, message) => log.error({ requestId, ...details }, message),
    ...(log.worked && { worked: log.worked }),
  };
}

// It ends up in logs and in the database's application_name, which has 63 bytes.
const wellFormed = /^[\w.-]{8,50}$/;

/**
 * Gives each request an id and answers with it as `x-request-id`. An id of our own proxy in front is kept; a
 * client's is not, because it could repeat another request's. An answer that caches may keep has none: it would be
 * given to other requests.
 */
export function noteRequestId(trustedProxies: number): MiddlewareHandler {
  return async (context, next) => {
    const given = trustedProxies > 0 ? (context.req.header('x-request-id') ?? '') : '';
    const id = wellFormed.test(given) ? given : randomBytes(12).toString('base64url');
    ids.set(context.req.raw, id);
    await next();
    const { headers } = context.res;
    const mayBeKept = headers.get('cache-control')?.includes('public') ?? false;
    if (!mayBeKept) headers.set('x-request-id', id);
  };
}
