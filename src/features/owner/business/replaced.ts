/** The list with this entry in the place of the one with the id; at the end for null. */
export const replaced = <One extends { id: string }>(
  list: readonly One[],
  entry: One,
  id: string | null,
): One[] => (id === null ? [...list, entry] : list.map((one) => (one.id === id ? entry : one)));
