import { parseMoney } from '@domain/money/money.ts';

// Typed text as the values of a business, and back. Text that is no value becomes NaN, which no rule accepts.

export const lineOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(lineOf)
    .filter((line) => line !== '');

export const wholeOf = (text: string): number =>
  /^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : NaN;

/** A comma before three digits separates thousands, and one before the last one or two is a decimal: "72,50" -> 7250. */
export const centsOf = (text: string): number =>
  parseMoney(text.replace(/,(?=\d{3}(?!\d))/g, '').replace(/,(?=\d{1,2}\s*$)/, '.')) ?? NaN;

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
