import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

const ids = new AsyncLocalStorage<string | undefined>();

/** The id of the request that this code runs for; undefined in the workers' rounds. */
export const currentRequestId = (): string | undefined => ids.getStore();

/** Runs work that is for no single request, such as a worker's round that a request started. */
export const outsideRequests = <T>(work: () => T): T => ids.run(undefined, work);

// It ends up in logs and in the database's application_name, which has 63 bytes.
const wellFormed = /^[\w.-]{8,50}$/;

/**
 * Gives each request an id and answers with it as `x-request-id`. An id of our own proxy in front is kept; a
 * client's is not, because it could repeat another request's. The host's requests to itself keep the id of the
 * request that made them.
 */
export function noteRequestId(trustedProxies: number): MiddlewareHandler {
  return (context, next) => {
    const given = trustedProxies > 0 ? (context.req.header('x-request-id') ?? '') : '';
    const id = currentRequestId() ?? (wellFormed.test(given) ? given : randomUUID());
    return ids.run(id, async () => {
      await next();
      context.res.headers.set('x-request-id', id);
    });
  };
}
