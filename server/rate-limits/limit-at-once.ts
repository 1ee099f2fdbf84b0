import type { MiddlewareHandler } from 'hono';
import { fromNoConnection } from '../client-address.ts';
import { allowed, networksOf } from '../networks.ts';
import { answerTooMany } from './answer-too-many.ts';
import { mostAtOnce } from './limited-endpoints.ts';

/**
 * Limits the open requests of one address, so that nobody can occupy the whole database. Live streams have a limit
 * of their own.
 */
export function limitAtOnce(
  clientAddress: (request: Request) => string,
  most = mostAtOnce,
): MiddlewareHandler {
  const waiting = new Map<string, number>();
  return async ({ req: { raw, path } }, next) => {
    const address = clientAddress(raw);
    if (address === fromNoConnection || path.startsWith('/live/')) return next();
    const networks = networksOf(address);
    const isFull = networks.some((one) => (waiting.get(one.name) ?? 0) >= allowed(most, one));
    if (isFull) return answerTooMany({ path, retryAfterSeconds: 1 });
    for (const { name } of networks) waiting.set(name, (waiting.get(name) ?? 0) + 1);
    try {
      await next();
      return undefined;
    } finally {
      for (const { name } of networks) {
        const left = (waiting.get(name) ?? 1) - 1;
        if (left > 0) waiting.set(name, left);
        else waiting.delete(name);
      }
    }
  };
}
