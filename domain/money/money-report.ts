import { addDays } from '../time/local-day.ts';
import type { LocalDate } from '../time/wall-time.ts';

/** Received and refunded amounts in cents. Tax and tips are net of refunds. */
export type Figures = {
  received_cents: number;
  refunded_cents: number;
  /** Taken by customers' banks, less what came back. */
  disputed_cents: number;
  tax_cents: number;
  tip_cents: number;
  payments: number;
  refunds: number;
};

export type DayFigures = Figures & { day: LocalDate };

export const stretches = ['day', 'week', 'month'] as const;
export type Stretch = (typeof stretches)[number];

export type Bucket = Figures & { from: LocalDate; until: LocalDate };

export const noFigures: Figures = {
  received_cents: 0,
  refunded_cents: 0,
  disputed_cents: 0,
  tax_cents: 0,
  tip_cents: 0,
  payments: 0,
  refunds: 0,
};

/** Received less refunded and disputed. */
export const netCents = ({ received_cents, refunded_cents, disputed_cents }: Figures): number =>
  received_cents - refunded_cents - disputed_cents;

/** Net less tax and tips. */
export const salesCents = (figures: Figures): number =>
  netCents(figures) - figures.tax_cents - figures.tip_cents;

export const total = (all: readonly Figures[]): Figures => all.reduce<Figures>(together, noFigures);

/**
 * The figures of a range by day, week (from Monday) or month, including periods without money. The first and the last
 * period end at the range.
 */
export function buckets(
  days: readonly DayFigures[],
  range: { from: LocalDate; until: LocalDate },
  stretch: Stretch,
): Bucket[] {
  const result: Bucket[] = [];
  const byDay = new Map(days.map((one) => [one.day, one]));
  for (let day = range.from; day <= range.until; day = addDays(day, 1)) {
    const last = result.at(-1);
    const figures = byDay.get(day) ?? noFigures;
    if (last && startOf(day, stretch) <= last.from) {
      Object.assign(last, together(last, figures), { until: day });
    } else {
      result.push({ ...together(noFigures, figures), from: day, until: day });
    }
  }
  return result;
}

function startOf(day: LocalDate, stretch: Stretch): LocalDate {
  if (stretch === 'day') return day;
  if (stretch === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

const together = (one: Figures, other: Figures): Figures => ({
  received_cents: one.received_cents + other.received_cents,
  refunded_cents: one.refunded_cents + other.refunded_cents,
  disputed_cents: one.disputed_cents + other.disputed_cents,
  tax_cents: one.tax_cents + other.tax_cents,
  tip_cents: one.tip_cents + other.tip_cents,
  payments: one.payments + other.payments,
  refunds: one.refunds + other.refunds,
});
