import type { Business } from './business.ts';
import { changesInWords } from './changes-in-words.ts';
import { isKeyed, isRecord, keyOf, type Entry } from './entries.ts';

/** `lost` are the changes of `theirs` that `mine` replaces, in words. */
export type Merged = { business: Business; lost: string[] };

/**
 * Joins two edits of one business. Changes of different fields are both kept. Where both changed one field, mine is.
 */
export function mergeBusiness(basis: Business, mine: Business, theirs: Business): Merged {
  const business = mergeValue(basis, mine, theirs) as Business;
  const kept = new Set(changesInWords(basis, business));
  const lost = changesInWords(basis, theirs).filter(
    (change) => !kept.has(change) && !/ order: /.test(change),
  );
  return { business, lost };
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

/** Whether two values are equal, whatever the order of their fields. */
export const isSame = (one: unknown, other: unknown): boolean =>
  canonical(one) === canonical(other);

function mergeValue(basis: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(mine, theirs) || isSame(basis, theirs)) return mine;
  if (isSame(basis, mine)) return theirs;
  if (isKeyed(basis) && isKeyed(mine) && isKeyed(theirs)) return mergeList(basis, mine, theirs);
  // Another kind of deposit or discount is one change.
  if (!isRecord(basis) || !isRecord(mine) || !isRecord(theirs) || mine['kind'] !== theirs['kind']) {
    return mine;
  }
  return mergeRecord(basis, mine, theirs);
}

function mergeRecord(
  basis: Record<string, unknown>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
): Record<string, unknown> {
  const merged: [string, unknown][] = [];
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const value = mergeValue(basis[key], mine[key], theirs[key]);
    if (value !== undefined) merged.push([key, value]);
  }
  return Object.fromEntries(merged);
}

/** Entries in my order, or in theirs when I moved none; the ones only they added come last. */
function mergeList(
  basis: readonly Entry[],
  mine: readonly Entry[],
  theirs: readonly Entry[],
): Entry[] {
  const [before, own, other] = [basis, mine, theirs].map(
    (list) => new Map(list.map((one) => [keyOf(one), one])),
  ) as [Map<string, Entry>, Map<string, Entry>, Map<string, Entry>];
  const order = isMoved(basis, mine) ? [...mine, ...theirs] : [...theirs, ...mine];
  return [...new Set(order.map(keyOf))].flatMap((key) => {
    const merged = mergeValue(before.get(key), own.get(key), other.get(key));
    return merged === undefined ? [] : [merged as Entry];
  });
}

function isMoved(basis: readonly Entry[], list: readonly Entry[]): boolean {
  const known = new Set(basis.map(keyOf));
  const left = new Set(list.map(keyOf));
  const inBasis = basis.map(keyOf).filter((key) => left.has(key));
  const inList = list.map(keyOf).filter((key) => known.has(key));
  return !isSame(inBasis, inList);
}
