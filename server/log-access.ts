import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { Log } from '../supabase/functions/_shared/http/deps.ts';
import { requestIdOf } from './request-id.ts';
import { namedRouteOf } from './request-route.ts';

type AccessOptions = { log: Log; clientAddress: (request: Request) => string };

/**
 * Logs a line for each request once its answer is sent or its client has left: method, route, status, duration,
 * bytes of the answer's body, and address. Never a query, a body, or an id in a path. The server's own requests come
 * over no connection and are left out.
 */
export function logAccess({ log, clientAddress }: AccessOptions): MiddlewareHandler {
  return async (context, next) => {
    const outgoing = outgoingOf(context);
    if (!outgoing) return next();
    const startedAt = performance.now();
    const requestId = requestIdOf(context);
    const sent = countBytes(outgoing);
    outgoing.once('close', () => {
      log.info(
        {
          requestId,
          method: context.req.method,
          route: namedRouteOf(context),
          status: outgoing.statusCode,
          ms: Math.round(performance.now() - startedAt),
          bytes: sent.bytes,
          address: clientAddress(context.req.raw),
          ...(!outgoing.writableFinished && { cut: true }),
        },
        'A request was answered',
      );
    });
    return next();
  };
}

function outgoingOf({ env }: Context): ServerResponse | null {
  return (env as Partial<HttpBindings> | undefined)?.outgoing ?? null;
}

/** An answer in parts announces no length, so what is written is counted. */
function countBytes(outgoing: ServerResponse): { bytes: number } {
  const sent = { bytes: 0 };
  for (const name of ['write', 'end'] as const) {
    const written = outgoing[name].bind(outgoing) as (...args: unknown[]) => never;
    outgoing[name] = (...args: unknown[]) => {
      const [chunk] = args;
      if (typeof chunk === 'string') sent.bytes += Buffer.byteLength(chunk);
      else if (chunk instanceof Uint8Array) sent.bytes += chunk.byteLength;
      return written(...args);
    };
  }
  return sent;
}
