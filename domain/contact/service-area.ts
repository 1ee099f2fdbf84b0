import { bad, good } from './field-checks.ts';
import type { FieldResult } from './field-checks.ts';
import { plainLine } from './typed-text.ts';

/** The first one to three characters of a postal code: "L", "L7" or a forward sortation area, "L7C". */
export type PostalPrefix = string;

// The letters of Canadian postal codes: D, F, I, O, Q and U are never used; W and Z never come first.
const prefix = /^[ABCEGHJ-NPRSTVXY](?:\d[ABCEGHJ-NPRSTV-Z]?)?$/;
const wholeCode = /\b([A-Z]\d[A-Z])[ -]?\d[A-Z]\d\b/g;

/** Shown at the postal code when a customer books online from outside the area. */
export const outsideAreaSentence = 'This postal code is outside the area we serve.';

/** More than the forward sortation areas of all of Ontario. */
export const mostPrefixes = 600;

/** Whether the business serves a postal code, in any spelling. Without prefixes it serves everywhere. */
export function isServed(prefixes: readonly PostalPrefix[], postalCode: string): boolean {
  if (prefixes.length === 0) return true;
  const code = plainLine(postalCode)
    .replace(/[^a-z\d]/gi, '')
    .toUpperCase();
  return prefixes.some((one) => code.startsWith(one));
}

/**
 * A typed or pasted list -> sorted prefixes without repeats and without those that a shorter one covers. Only the
 * first three characters of a complete postal code count. An empty list means everywhere.
 */
export function checkPrefixes(text: string): FieldResult<PostalPrefix[]> {
  const words = plainLine(text)
    .toUpperCase()
    .replace(wholeCode, '$1')
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
  const wrong = [...new Set(words.filter((word) => !prefix.test(word)))];
  if (wrong.length > 0) return bad(wrongSentence(wrong));
  const prefixes = withoutCovered(words);
  return prefixes.length > mostPrefixes
    ? bad(`You can have up to ${mostPrefixes} areas. A shorter one, such as L7, covers many.`)
    : good(prefixes);
}

/** Sorted, without repeats and without prefixes that begin with another one. */
export function withoutCovered(prefixes: readonly PostalPrefix[]): PostalPrefix[] {
  const kept: PostalPrefix[] = [];
  for (const one of [...prefixes].sort()) {
    // In sorted order, a shorter prefix comes before all that it covers.
    const last = kept.at(-1);
    if (last === undefined || !one.startsWith(last)) kept.push(one);
  }
  return kept;
}

function wrongSentence(wrong: readonly string[]): string {
  const named = wrong.slice(0, 3).join(', ') + (wrong.length > 3 ? ' …' : '');
  const verb = wrong.length === 1 ? 'isn’t' : 'aren’t';
  return `${named} ${verb} the start of a Canadian postal code. Enter areas like L7C, or shorter, like L7.`;
}
