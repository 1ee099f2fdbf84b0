import type { MiddlewareHandler } from 'hono';
import type { Log } from '../supabase/functions/_shared/http/deps.ts';
import { fromNoConnection } from './client-address.ts';
import { requestIdOf } from './request-id.ts';
import { namedRouteOf } from './request-route.ts';

type LogOptions = {
  log: Log;
  now: () => Date;
  clientAddress: (request: Request) => string;
  /** The account of a verified token; null for any other. */
  accountOf: (request: Request) => Promise<string | null>;
};

const programPaths = /^\/(?:rest|auth|functions|storage|live)\/v1\//;

/** The account endpoint that only returns data. */
const accountReads = /^\/auth\/v1\/user$/;

const minuteMs = 60_000;

/** In a minute. A flood of refusals must not fill the disk. */
const mostRefusals = 600;

/**
 * Logs each change at the account endpoints, such as a sign-in, and each refused request: route, address,
 * account and reason. Queries, bodies and ids in paths are left out, because they contain tokens and email addresses. The server's own
 * requests come over no connection and are left out.
 */
export function logRequests(options: LogOptions): MiddlewareHandler {
  const { log, clientAddress } = options;
  const mayWrite = limitWriting(options);
  return async (context, next) => {
    await next();
    const { req, res } = context;
    const address = clientAddress(req.raw);
    if (address === fromNoConnection || !programPaths.test(req.path)) return;
    const isRefused = res.status >= 400;
    const isRead = req.method === 'GET' && accountReads.test(req.path);
    const isOfAccount = req.path.startsWith('/auth/') && !isRead;
    if (!(isRefused ? mayWrite() : isOfAccount)) return;
    const told = isRefused || isOfAccount ? await bodyOf(res) : {};
    const entry = {
      requestId: requestIdOf(context),
      method: req.method,
      route: namedRouteOf(context),
      grant: req.query('grant_type')?.slice(0, 20),
      status: res.status,
      code: codeIn(told),
      address,
      account: (await options.accountOf(req.raw)) ?? accountIn(told),
    };
    if (isRefused) log.warn(entry, 'A request was refused');
    else log.info(entry, 'An account was used');
  };
}

type Told = Record<string, unknown>;

/** A program's answer; empty if it is not JSON. */
async function bodyOf(response: Response): Promise<Told> {
  if (!response.headers.get('content-type')?.includes('json')) return {};
  const told: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return isObject(told) ? told : {};
}

const isObject = (value: unknown): value is Told => typeof value === 'object' && value !== null;

/** Each endpoint has its own dialect for a refusal's code. */
function codeIn({ error_code: ofAccount, error, code }: Told): string | undefined {
  const named = [ofAccount, isObject(error) ? error['code'] : error, code];
  return named.find((one) => typeof one === 'string');
}

const accountIn = ({ user }: Told) =>
  isObject(user) && typeof user['id'] === 'string' ? user['id'] : undefined;

/** Whether one more refusal may be logged; the others are reported as a number at the end of the minute. */
function limitWriting({ log, now }: LogOptions): () => boolean {
  let endsAt = 0;
  let count = 0;
  return () => {
    if (now().getTime() >= endsAt) {
      if (count > mostRefusals) {
        log.warn({ unlogged: count - mostRefusals }, 'Too many refusals to log each one');
      }
      endsAt = now().getTime() + minuteMs;
      count = 0;
    }
    count += 1;
    return count <= mostRefusals;
  };
}
