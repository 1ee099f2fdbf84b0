/**
 * The parameters of an address that matches a path such as `/admin/bookings/:bookingId`; null for any other address.
 * A path that ends in `/*` also matches everything below it. Case and slashes at the end don't count.
 */
export function matchPath(path: string, pathname: string): Record<string, string> | null {
  const wanted = segmentsOf(path);
  const given = segmentsOf(pathname).map(decoded);
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index];
    if (segment === '*') return params;
    if (value === undefined) return null;
    if (segment.startsWith(':') && value) params[segment.slice(1)] = value;
    else if (segment.toLowerCase() !== value.toLowerCase()) return null;
  }
  return given.length === wanted.length ? params : null;
}

const segmentsOf = (path: string) => path.replace(/\/+$/, '').split('/');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
