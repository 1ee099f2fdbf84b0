import type { HttpBindings, Http2Bindings } from '@hono/node-server';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { answerFailure } from './answer-failure.ts';
import { noteClientAddress } from './client-address.ts';
import { giveRequestId, requestIdOf, showRequestId } from './request-id.ts';
import { refuseForeign } from './refuse-foreign.ts';
import { securityHeaders, type HeaderSettings } from './security-headers.ts';

/** The parts that the host mounts; null for parts that this configuration lacks. */
export type Mounts = {
  health: Hono;
  rest: Hono;
  auth: Hono;
  storage: Hono;
  functions: Hono;
  live: Hono;
  paymentsSandbox: Hono | null;
  mailbox: Hono | null;
  site: Hono;
};

type Settings = HeaderSettings & {
  trustedProxies: number;
  /** Run for every answer but those to monitors. */
  watchers: readonly MiddlewareHandler[];
  /** Refuse too many requests before any work. */
  limits: readonly MiddlewareHandler[];
  /** Receives errors that no endpoint answered itself. */
  onError: (error: unknown, requestId: string | undefined) => void;
};

/** The whole host as one fetch. */
export function createApp(mounts: Mounts, settings: Settings): Hono {
  const app = new Hono();
  app.onError((error, context) => {
    settings.onError(error, requestIdOf(context));
    return answerFailure(error);
  });
  app.use(giveRequestId(settings.trustedProxies), showRequestId);
  app.use(noteClientAddress(settings.trustedProxies));
  app.use(securityHeaders(settings));
  app.use(compress());
  app.use(async (context, next) => {
    await next();
    const { status, headers } = context.res;
    // The rest of a body that was refused for its size is not read, so the connection carries no other request.
    if (status === 413) headers.set('connection', 'close');
    // HTTP/2 has no such header: there only the request's stream ends.
    if (usesHttp2(context)) headers.delete('connection');
  });
  // Before the limits: a proxy asks often, and for everybody.
  app.route('/', mounts.health);
  app.use(...settings.watchers);
  app.use(refuseForeign);
  app.use(...settings.limits);
  app.route('/rest/v1', mounts.rest);
  app.route('/auth/v1', mounts.auth);
  app.route('/storage/v1', mounts.storage);
  app.route('/functions/v1', mounts.functions);
  app.route('/live/v1', mounts.live);
  if (mounts.paymentsSandbox) app.route('/payments-sandbox', mounts.paymentsSandbox);
  if (mounts.mailbox) app.route('/', mounts.mailbox);
  app.route('/', mounts.site);
  return app;
}

/** A request passed straight to the app has no connection. */
function usesHttp2({ env }: Context): boolean {
  const { incoming } = (env ?? {}) as Partial<HttpBindings | Http2Bindings>;
  return incoming?.httpVersionMajor === 2;
}
