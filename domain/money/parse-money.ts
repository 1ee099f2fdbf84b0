import { plainLine } from '../contact/typed-text.ts';

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
