import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';

/**
 * The pattern of a request's path, such as `/rest/v1/:relation`. There are only as many as the program has, and none
 * contains what a client wrote. Pages and files are `/*`.
 */
export function routeOf(context: Context): string {
  const paths = matchedRoutes(context).map(({ path }) => path);
  return (
    paths.findLast((path) => !path.endsWith('*')) ??
    paths.toSorted((one, other) => one.length - other.length).at(-1) ??
    '/*'
  );
}

/** The same with the name of the table or function of `/rest/v1`. Its other parts may be a customer's. */
export function namedRouteOf(context: Context): string {
  return routeOf(context).replace(/:(relation|routine)$/, (pattern, name: string) => {
    const given = context.req.path.split('/').at(-1) ?? '';
    return name && /^[a-z][a-z_]{0,62}$/.test(given) ? given : pattern;
  });
}
