import type { MiddlewareHandler } from 'hono';

/**
 * Whoever is refused for the size of a body is still sending it. Nobody reads the rest, so the connection can
 * carry no other request, and says so.
 */
export const endLargeBodies: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.res.status === 413) context.res.headers.set('connection', 'close');
};
