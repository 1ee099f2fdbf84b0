import type { Bucket, Stretch } from '@domain/money/money-report.ts';

const inUtc = { timeZone: 'UTC' } as const;
const day = new Intl.DateTimeFormat('en-US', { ...inUtc, month: 'short', day: 'numeric' });
const month = new Intl.DateTimeFormat('en-US', { ...inUtc, month: 'short', year: 'numeric' });

const at = (date: string) => new Date(`${date}T00:00:00Z`);

/** "Nov 3", "Nov 3 – 9" or "Nov 2026". */
export function bucketLabel({ from, until }: Pick<Bucket, 'from' | 'until'>, stretch: Stretch) {
  if (stretch === 'month') return month.format(at(from));
  return from === until ? day.format(at(from)) : day.formatRange(at(from), at(until));
}
