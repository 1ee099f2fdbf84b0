import { isIP, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { isThisMachine } from './mail/mail-place.ts';
import type { Log } from '../supabase/functions/_shared/http/deps.ts';

const addresses = new WeakMap<Request, string>();

/** The address of the server's own requests. */
export const fromNoConnection = 'unknown';

/** The address of a request. */
export const clientAddress = (request: Request): string =>
  addresses.get(request) ?? fromNoConnection;

/**
 * Records each request's address. X-Forwarded-For is trusted only for our own proxies' entries: with N of them in
 * front, the client is the Nth entry from the right, and the entries to its left are the client's own.
 */
export function noteClientAddress(trustedProxies: number): MiddlewareHandler {
  return async (context, next) => {
    const forwarded = forwardedIn(context);
    const named = trustedProxies > 0 ? addressIn(forwarded.at(-trustedProxies)) : null;
    addresses.set(context.req.raw, networkOf(named ?? socketAddressOf(context)));
    await next();
  };
}

/**
 * Warns once if the proxy is counted in place of its visitors, who then share its limits, so that one of them can use up
 * everybody's: X-Forwarded-For does not fit the number of trusted proxies, or a request from this machine names another
 * one. Without a proxy it only means that a client wrote these headers.
 */
export function warnOfProxies(trustedProxies: number, log: Pick<Log, 'warn'>): MiddlewareHandler {
  let hasWarned = false;
  return async (context, next) => {
    const entries = forwardedIn(context).length;
    const isUnfit = entries > 0 && (trustedProxies === 0 || entries < trustedProxies);
    if (!hasWarned && (isUnfit || isFromSilentProxy(context, entries))) {
      hasWarned = true;
      log.warn(
        { entries, trustedProxies },
        isUnfit
          ? 'X-Forwarded-For does not fit TRUSTED_PROXIES: visitors behind a proxy share its limits'
          : 'A proxy in front does not send X-Forwarded-For: its visitors share the limits of one address, and one of ' +
              'them can use up all sign-ins. Let it send X-Forwarded-For, and set TRUSTED_PROXIES',
      );
    }
    await next();
  };
}

function isFromSilentProxy(context: Context, entries: number): boolean {
  const { hostname } = new URL(context.req.url);
  const from = networkOf(socketAddressOf(context));
  const isNear = from === networkOf('::1') || from.startsWith('127.');
  return entries === 0 && isNear && !isThisMachine(hostname);
}

const forwardedIn = ({ req }: Context) => req.header('x-forwarded-for')?.split(',') ?? [];

/**
 * The address in a proxy's entry; some add the port, which differs for each connection. Null if it is not an
 * address.
 */
function addressIn(entry = ''): string | null {
  const text = entry.trim();
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) ? bare : null;
}

// A request passed straight to the app has no connection. One whose client disconnected had one.
function socketAddressOf(context: Context): string {
  const overSocket =
    typeof context.env === 'object' && context.env !== null && 'incoming' in context.env;
  return overSocket ? (getConnInfo(context).remote.address ?? 'hung up') : fromNoConnection;
}

/**
 * The unit of limits. A holder of one IPv6 address has the other 2^64 of its network too, so they are one; an IPv4
 * address is the same when written as IPv6.
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
