/** An entry of a list that has a name of its own. */
export type Entry = { id: string } | { code: string };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list whose entries have names of their own. Others, such as features, are one value. */
export const isKeyed = (value: unknown): value is readonly Entry[] =>
  Array.isArray(value) &&
  value.every(
    (one) => isRecord(one) && (typeof one['id'] === 'string' || typeof one['code'] === 'string'),
  );

export const keyOf = (one: Entry): string => ('id' in one ? one.id : one.code);
