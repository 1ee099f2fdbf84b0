import { isIPv6 } from 'node:net';
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
    addresses.set(context.req.raw, networkOf(named ?? socketAddress));
    await next();
  };
}

// A request handed straight to the app, without a socket, has no connection to ask.
function socketAddressOf(context: Context): string {
  const overSocket =
    typeof context.env === 'object' && context.env !== null && 'incoming' in context.env;
  return (overSocket ? getConnInfo(context).remote.address : undefined) ?? 'unknown';
}

/**
 * What limits count by. Whoever has one IPv6 address has the other 2^64 of its network too, so they
 * are one; an IPv4 address is the same whether it is written as IPv6 or not.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [left = '', right] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = left === '' ? [] : left.split(':');
  // The zeros "::" stands for; an IPv4 tail is two groups, and never within the first four.
  const tail = right
    ? right.split(':').flatMap((one) => (one.includes('.') ? [one, one] : [one]))
    : [];
  const zeros = right === undefined ? 0 : 8 - groups.length - tail.length;
  const whole = [...groups, ...Array<string>(zeros).fill('0'), ...tail];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
