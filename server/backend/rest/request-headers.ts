/** The request's headers that policies and functions read; no other reaches the database. */
export const readHeaders: readonly string[] = ['x-booking-id', 'x-booking-email', 'x-offer-token'];

/** Those headers of a request that have these names. */
export function namedHeaders({ headers }: Request, names: readonly string[]) {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) found[name] = value;
  }
  return found;
}
