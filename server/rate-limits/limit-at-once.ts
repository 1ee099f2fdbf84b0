import type { MiddlewareHandler } from 'hono';
import { fromNoConnection } from '../client-address.ts';
import { answerTooMany } from './answer-too-many.ts';
import { mostAtOnce } from './guarded-doors.ts';

/**
 * Lets one address wait for no more than so many answers at the same time, so that nobody takes all that the
 * database can do from everybody else. Streams of changes stay open, and have a limit of their own.
 */
export function limitAtOnce(
  clientAddress: (request: Request) => string,
  most = mostAtOnce,
): MiddlewareHandler {
  const waiting = new Map<string, number>();
  return async ({ req: { raw, path } }, next) => {
    const address = clientAddress(raw);
    if (address === fromNoConnection || path.startsWith('/live/')) return next();
    const count = (waiting.get(address) ?? 0) + 1;
    if (count > most) return answerTooMany({ path, retryAfterSeconds: 1 });
    waiting.set(address, count);
    try {
      await next();
      return undefined;
    } finally {
      const left = (waiting.get(address) ?? 1) - 1;
      if (left > 0) waiting.set(address, left);
      else waiting.delete(address);
    }
  };
}
