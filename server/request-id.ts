import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { requestId } from 'hono/request-id';
import type { Log } from '../supabase/functions/_shared/http/deps.ts';

/** What the host says of a request that it makes for another one. */
export type OwnRequest = { requestId?: string | undefined };

/** The id of a request; that of the other one for a request of the host to itself. */
export const requestIdOf = (context: Context): string | undefined =>
  (context.env as OwnRequest | undefined)?.requestId ?? context.get('requestId');

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
 * An id of our own proxy in front is kept; a client's is not, because it could repeat another request's. Hono itself
 * would keep any, and show it in each answer.
 */
export const giveRequestId = (trustedProxies: number): MiddlewareHandler =>
  requestId({
    headerName: '',
    generator: ({ req }) => {
      const given = trustedProxies > 0 ? (req.header('x-request-id') ?? '') : '';
      return wellFormed.test(given) ? given : randomBytes(12).toString('base64url');
    },
  });

/** Answers with the id as `x-request-id`, unless caches may keep the answer: they would give it to other requests. */
export const showRequestId: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  const mayBeKept = headers.get('cache-control')?.includes('public') ?? false;
  if (!mayBeKept) headers.set('x-request-id', requestIdOf(context) ?? '');
};
