import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../time/local-day.ts';
import { buckets, noFigures, stretches, total, type DayFigures } from './money-report.ts';

const day = (date: string, cents: number): DayFigures => ({
  ...noFigures,
  day: date,
  received_cents: cents,
  payments: 1,
});

describe('A report', () => {
  // Clocks go back on Sunday, 2026-11-01.
  const range = { from: '2026-10-30', until: '2026-11-03' };
  const days = [day('2026-10-30', 100), day('2026-11-01', 200), day('2026-11-02', 400)];

  it('by day lists every day, including days without money', () => {
    expect(buckets(days, range, 'day').map((one) => [one.from, one.received_cents])).toEqual([
      ['2026-10-30', 100],
      ['2026-10-31', 0],
      ['2026-11-01', 200],
      ['2026-11-02', 400],
      ['2026-11-03', 0],
    ]);
  });

  it('by week begins on Monday and stays within the range', () => {
    expect(buckets(days, range, 'week')).toMatchObject([
      { from: '2026-10-30', until: '2026-11-01', received_cents: 300 },
      { from: '2026-11-02', until: '2026-11-03', received_cents: 400 },
    ]);
  });

  it('by month begins each month on the 1st', () => {
    expect(buckets(days, range, 'month')).toMatchObject([
      { from: '2026-10-30', until: '2026-10-31', received_cents: 100 },
      { from: '2026-11-01', until: '2026-11-03', received_cents: 600 },
    ]);
  });

  it('has the same total by day, week and month', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 120 }),
        fc.array(
          fc.record({
            at: fc.nat(120),
            cents: fc.nat(50_000),
            back: fc.nat(50_000),
            tip: fc.nat(99),
          }),
          { maxLength: 40 },
        ),
        (start, length, moves) => {
          const from = addDays('2026-01-01', start);
          const byDay = new Map<string, DayFigures>();
          for (const move of moves.filter(({ at }) => at <= length)) {
            const date = addDays(from, move.at);
            byDay.set(date, {
              ...day(date, move.cents),
              refunded_cents: move.back,
              tip_cents: move.tip,
            });
          }
          const all = [...byDay.values()];
          for (const stretch of stretches) {
            const cut = buckets(all, { from, until: addDays(from, length) }, stretch);
            expect(total(cut)).toEqual(total(all));
            expect(cut[0]?.from).toBe(from);
            expect(cut.at(-1)?.until).toBe(addDays(from, length));
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
