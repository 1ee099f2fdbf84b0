import { isKeyed, isRecord, keyOf } from './entries.ts';

/** Fields whose keys are data, such as the classes of vehicles: one that is missing was removed. */
const mapped: ReadonlySet<string> = new Set(['priceCents']);

/**
 * A document with the fields of an earlier one that it lacks: the program that wrote it does not know them. A removed
 * entry of a list stays removed, and another kind of deposit or discount brings its own fields.
 */
export function keepFields(document: unknown, earlier: unknown): unknown {
  if (isKeyed(document) && isKeyed(earlier)) {
    const known = new Map(earlier.map((one) => [keyOf(one), one]));
    return document.map((one) => keepFields(one, known.get(keyOf(one))));
  }
  if (!isRecord(document) || !isRecord(earlier) || document['kind'] !== earlier['kind']) {
    return document;
  }
  const own = Object.entries(document).map(([key, value]) => [
    key,
    mapped.has(key) ? value : keepFields(value, earlier[key]),
  ]);
  return { ...earlier, ...(Object.fromEntries(own) as Record<string, unknown>) };
}
