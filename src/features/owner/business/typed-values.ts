import { cleanLine, plainLine } from '@domain/contact/typed-text.ts';
import { parseMoney } from '@domain/money/parse-money.ts';

// Typed text as the values of a business, and back. Text that is no value becomes NaN, which no rule accepts.

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(cleanLine)
    .filter((line) => line !== '');

export const wholeOf = (text: string): number =>
  /^\d{1,7}$/.test(plainLine(text)) ? Number(plainLine(text)) : NaN;

/** As parseMoney; a comma before three digits separates thousands: "1,000" -> 100000. */
export const centsOf = (text: string): number =>
  parseMoney(plainLine(text).replace(/,(?=\d{3}(?!\d))/g, '')) ?? NaN;

export const dollars = (cents: number): string => (cents / 100).toFixed(2);

/** "12.5" -> 1250 */
export const basisPointsOf = (text: string): number =>
  text.includes('$') ? NaN : centsOf(text.replace('%', ''));

export const percent = (basisPoints: number): string => String(basisPoints / 100);

/** An id that no entry has: "Full detail" -> "full-detail", then "full-detail-2". */
export function freshId(name: string, taken: readonly string[]): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 34);
  const stem = slug.replace(/-$/, '') || 'item';
  let id = stem;
  for (let count = 2; taken.includes(id); count += 1) id = `${stem}-${count}`;
  return id;
}

type AmountOrPercent = { kind: 'amount'; cents: number } | { kind: 'percent'; basisPoints: number };

export const amountText = (value: AmountOrPercent): string =>
  value.kind === 'amount' ? dollars(value.cents) : percent(value.basisPoints);

export const amountOrPercentOf = (kind: AmountOrPercent['kind'], text: string): AmountOrPercent =>
  kind === 'amount' ? { kind, cents: centsOf(text) } : { kind, basisPoints: basisPointsOf(text) };
