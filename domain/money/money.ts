const dollars = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });

/** 13499 -> "$134.99" */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100);
}

/**
 * Typed dollars -> cents: "12.50" -> 1250, "$5" -> 500, "" -> 0.
 * Null for anything else: signs, thousands separators, more than two decimals.
 */
export function parseMoney(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  const match = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(trimmed);
  if (!match) return null;
  // Digits are concatenated rather than multiplied: 1.15 * 100 is not 115.
  return Number(`${match[1] ?? ''}${(match[2] ?? '').padEnd(2, '0')}`);
}
