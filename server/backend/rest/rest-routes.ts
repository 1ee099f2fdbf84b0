import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Database } from '../database/database.ts';
import { requestIdOf } from '../../request-id.ts';
import { identify, type Identity } from '../identity.ts';
import type { Keys } from '../keys.ts';
import { catalogueOf, type Catalogue } from './catalogue.ts';
import { restErrorFrom } from './database-errors.ts';
import { invalidToken, notImplemented, RestError, unsupportedMethod } from './errors.ts';
import { negotiate } from './media-type.ts';
import { readBody } from './parse-body.ts';
import { parseQuery, readQuery } from './parse-query.ts';
import { run, type Asked, type Plan } from './plan.ts';
import { planCall, planReadCall } from './plan-call.ts';
import { planChange } from './plan-change.ts';
import { planRead } from './plan-read.ts';
import { parsePreferences } from './preferences.ts';
import { namedHeaders, readHeaders } from './request-headers.ts';
import { errorResponse } from './respond.ts';
import { StatementCache } from './statement-cache.ts';

export type RestOptions = {
  database: Database;
  keys: Keys;
  /** The maximum number of rows in an answer. */
  maxRows?: number;
  /** Receives errors that no request caused. */
  onUnexpectedError?: (error: unknown, requestId: string | undefined) => void;
  /** The statements of reads; one cache for each host. */
  statements?: StatementCache;
  /** The names of the request's headers that policies and functions read; no other reaches the database. */
  headers?: readonly string[];
};

const largestBody = 1024 * 1024;

/** The data interface: tables and functions of schema `public`, in PostgREST's dialect. */
export function restRoutes(given: RestOptions): Hono {
  const options = {
    maxRows: 1000,
    statements: new StatementCache(),
    headers: readHeaders,
    ...given,
  };
  const catalogue = catalogueOf(options.database);
  const app = new Hono();
  app.onError((error, context) => {
    if (error instanceof RestError) return errorResponse(error);
    options.onUnexpectedError?.(error, requestIdOf(context));
    return errorResponse(unexpected);
  });
  const limit = bodyLimit({ maxSize: largestBody, onError: () => errorResponse(bodyTooLarge) });
  // A read has no body, and looking for one would rebuild the whole request.
  app.use((context, next) => (isRead(context.req.method) ? next() : limit(context, next)));
  app.all('/', () => errorResponse(noDescription));
  app.on(['GET', 'POST'], '/rpc/:routine', async (context) => {
    const routine = context.req.param('routine');
    return answer(options, catalogue, context, {
      path: `/rpc/${routine}`,
      plan: (asked) => callPlan(asked, routine),
    });
  });
  app.all('/rpc/:routine', ({ req }) => errorResponse(notCallable(req.method)));
  app.all('/:relation', async (context) => {
    const relation = context.req.param('relation');
    return answer(options, catalogue, context, {
      path: `/${relation}`,
      plan: (asked) => tablePlan(asked, relation),
    });
  });
  app.all('*', () => errorResponse(unknownPath));
  return app;
}

type Target = { path: string; plan: (asked: Asked) => Promise<Plan> };

/** Everything is read and planned before a connection is taken, so a slow sender holds none. */
async function answer(
  {
    database,
    keys,
    maxRows,
    statements,
    headers: names,
  }: Required<Omit<RestOptions, 'onUnexpectedError'>>,
  catalogue: () => Promise<Catalogue>,
  context: Context,
  { path, plan }: Target,
): Promise<Response> {
  const request = context.req.raw;
  const { method } = request;
  const identity = await identityOf(request, keys);
  const headers = namedHeaders(request, names);
  try {
    const asked = askedBy(request, { catalogue: await catalogue(), statements, maxRows });
    const planned = await plan(asked);
    return await run(
      database,
      { requestId: requestIdOf(context), identity, headers, method, path },
      asked.media,
      planned,
    );
  } catch (error) {
    throw restErrorFrom(error, identity.role);
  }
}

async function identityOf(request: Request, keys: Keys): Promise<Identity> {
  const found = await identify(request, keys);
  if (!found.ok) throw invalidToken(found.message);
  return found.identity;
}

type Kept = Pick<Asked, 'catalogue' | 'statements' | 'maxRows'>;

function askedBy(request: Request, kept: Kept): Asked {
  checkSchema(request);
  const { method, headers } = request;
  if (method === 'GET' && headers.has('range')) {
    throw notImplemented('A Range header is not supported: use limit and offset');
  }
  return {
    ...kept,
    request,
    media: negotiate(headers.get('accept')),
    preferences: parsePreferences(headers.get('prefer')),
  };
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

async function tablePlan(call: Asked, name: string): Promise<Plan> {
  const { request } = call;
  const { searchParams } = new URL(request.url);
  if (isRead(request.method)) return planRead({ ...call, query: readQuery(searchParams) }, name);
  const asked = { ...call, query: parseQuery(searchParams) };
  switch (request.method) {
    case 'POST':
    case 'PATCH':
      return planChange(asked, name, request.method, await readBody(request));
    case 'DELETE':
      return planChange(asked, name, request.method, null);
    default:
      throw unsupportedMethod(request.method);
  }
}

async function callPlan(asked: Asked, name: string): Promise<Plan> {
  const { request } = asked;
  return isRead(request.method)
    ? planReadCall(asked, name)
    : planCall(asked, name, await readBody(request, '{}'));
}

const notCallable = (method: string) =>
  new RestError(405, {
    code: 'PGRST101',
    message: `Cannot use the ${method} method on RPC`,
  });

const noDescription = new RestError(404, {
  code: 'PGRST126',
  message: 'Root endpoint metadata is disabled',
});

const unknownPath = new RestError(404, {
  code: 'PGRST125',
  message: 'Invalid path specified in request URL',
});

// The rest of the body is not read, so the connection cannot carry another request.
const bodyTooLarge = new RestError(
  413,
  { code: 'PGRST102', message: 'The request body is too large' },
  { connection: 'close' },
);

const unexpected = new RestError(500, { code: 'PGRSTX00', message: 'Internal server error' });

/** Only schema `public` is served; a request may name it, but no other. */
function checkSchema(request: Request) {
  const header = isRead(request.method) ? 'accept-profile' : 'content-profile';
  const schema = request.headers.get(header) ?? 'public';
  if (schema === 'public') return;
  throw new RestError(406, {
    code: 'PGRST106',
    message: `Invalid schema: ${schema}`,
    hint: 'Only the following schemas are exposed: public',
  });
}
