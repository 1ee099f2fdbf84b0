import { compare } from '@domain/money/comparison.ts';
import type { SoldRow, VisitFigure } from './visit-figures.ts';

type Line = Record<string, string>;

const units: Record<VisitFigure['unit'], string> = {
  cents: 'CAD',
  number: 'Number',
  rate: 'Percent',
};

/** 12050 -> "120.50", 0.25 -> "25.00"; empty without a figure. */
function plain(unit: VisitFigure['unit'], value: number | null): string {
  if (value === null) return '';
  // A number below zero needs decimals: otherwise a file takes it for a formula.
  if (unit === 'number') return value < 0 ? value.toFixed(2) : String(value);
  return (unit === 'cents' ? value / 100 : value * 100).toFixed(2);
}

/** The figures for a spreadsheet. The change of a percentage is in points. */
export const figureLines = (figures: readonly VisitFigure[]): Line[] =>
  figures.map(({ label, unit, now, before }) => ({
    Figure: label,
    Unit: units[unit],
    'These days': plain(unit, now),
    'Days before': plain(unit, before),
    Change: plain(unit, now === null || before === null ? null : now - before),
    'Change (percent)':
      now === null || before === null || unit === 'rate'
        ? ''
        : plain('rate', compare(now, before).part),
  }));

/** A report by name for a spreadsheet, in dollars and percent. */
export const soldLines = (heading: string, rows: readonly SoldRow[]): Line[] =>
  rows.map((row) => ({
    [heading]: row.name,
    Visits: String(row.visits),
    'Sales (CAD)': plain('cents', row.salesCents),
    'Share (percent)': plain('rate', row.shareOfSales),
    'Visits before': String(row.visitsBefore),
    'Sales before (CAD)': plain('cents', row.salesBeforeCents),
    'Change (CAD)': plain('cents', row.salesCents - row.salesBeforeCents),
    'Change (percent)': plain('rate', row.changePart),
  }));
