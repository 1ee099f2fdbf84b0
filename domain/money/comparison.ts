/** A figure beside that of the period before. */
export type Comparison = {
  now: number;
  before: number;
  /** now − before */
  change: number;
  /** Of the figure before, as a fraction: 0.25 is +25 %. Null when there was nothing before to compare with. */
  part: number | null;
};

export const compare = (now: number, before: number): Comparison => ({
  now,
  before,
  change: now - before,
  part: before === 0 ? null : (now - before) / Math.abs(before),
});

/** "+25%", "−8%", "less than 1%" up or down as "+<1%"; null without a figure before. */
function formatPart({ change, part }: Comparison): string | null {
  if (part === null) return null;
  if (change === 0) return '0%';
  const percent = Math.round(Math.abs(part) * 100);
  return `${change > 0 ? '+' : '−'}${percent === 0 ? '<1' : percent}%`;
}

/**
 * The change in words: "+$20.00 (+25%)", "No change", "+$20.00 (nothing before)". `format` writes an amount that isn't
 * below zero.
 */
export function changeInWords(comparison: Comparison, format: (amount: number) => string): string {
  const { change } = comparison;
  if (change === 0) return 'No change';
  const amount = `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`;
  return `${amount} (${formatPart(comparison) ?? 'nothing before'})`;
}

/** A rate of a whole; null when there is no whole. */
export const rateOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : part / whole;

/** "25%"; "none" without a rate. */
export const formatRate = (rate: number | null): string =>
  rate === null ? 'None' : `${Math.round(rate * 100)}%`;

/** Rates are compared in percentage points: "+5 points", "No change", or nothing to compare with. */
export function rateChangeInWords(now: number | null, before: number | null): string {
  if (now === null || before === null) return 'Nothing to compare with';
  const points = Math.round(now * 100) - Math.round(before * 100);
  if (points === 0) return 'No change';
  const count = Math.abs(points);
  return `${points > 0 ? '+' : '−'}${count} ${count === 1 ? 'point' : 'points'}`;
}
