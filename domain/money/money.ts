import { plainLine } from '../contact/typed-text.ts';

/** 13499 -> "$134.99". By hand, because a phone takes 80 ms to set up its own formatter. */
export function formatCents(cents: number): string {
  const [dollars = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '−' : ''}$${dollars.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${rest}`;
}

/** 2000 -> "$20", 2050 -> "$20.50" */
export const formatShortCents = (cents: number): string => formatCents(cents).replace(/\.00$/, '');

/** A part of an amount, rounded to the cent. Basis points are hundredths of a percent. */
export const partOf = (cents: number, basisPoints: number): number =>
  Math.round((cents * basisPoints) / 10_000);

/**
 * Typed dollars -> cents: "12.50" -> 1250, "12,50 $" -> 1250, "$1,234.50" -> 123450, "" -> 0.
 * Null for anything else: signs, more than two decimals, and thousands without decimals, as "1,000" could be one dollar.
 */
export function parseMoney(text: string): number | null {
  const typed = plainLine(text).replace(/^\$ ?| ?\$$/, '');
  if (plainLine(text) === '') return 0;
  const match =
    /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed) ??
    /^(\d{1,3}(?:,\d{3})+)\.(\d{2})$/.exec(typed) ??
    /^(\d{1,3}(?: \d{3})+),(\d{2})$/.exec(typed);
  const dollars = (match?.[1] ?? '').replace(/\D/g, '');
  if (!match || dollars.length > 7) return null;
  // Digits are concatenated rather than multiplied: 1.15 * 100 is not 115.
  return Number(`${dollars}${(match[2] ?? '').padEnd(2, '0')}`);
}
