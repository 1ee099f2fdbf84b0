import type { MiddlewareHandler } from 'hono';

/**
 * A client refused for the size of its body is still sending it. Nobody reads the rest, so the connection closes.
 */
export const endLargeBodies: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.res.status === 413) context.res.headers.set('connection', 'close');
};
