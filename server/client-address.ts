import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';

const addresses = new WeakMap<Request, string>();

/** The address a request came from; 'unknown' for one that came over no connection. */
export const clientAddress = (request: Request): string => addresses.get(request) ?? 'unknown';

/**
 * Notes each request's address. X-Forwarded-For is believed only as far as our own proxies wrote it:
 * with N of them in front, the client is the Nth entry from the right, and what stands left of it
 * is whatever the client cared to send.
 */
export function noteClientAddress(trustedProxies: number): MiddlewareHandler {
  return async (context, next) => {
    const socketAddress = socketAddressOf(context);
    const forwarded = context.req.header('x-forwarded-for')?.split(',') ?? [];
    const named = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined;
    addresses.set(context.req.raw, named ?? socketAddress);
    await next();
  };
}

// A request handed straight to the app, without a socket, has no connection to ask.
function socketAddressOf(context: Context): string {
  const overSocket =
    typeof context.env === 'object' && context.env !== null && 'incoming' in context.env;
  return (overSocket ? getConnInfo(context).remote.address : undefined) ?? 'unknown';
}
