import { describe, expect, it } from 'vitest';
import { presetRange, rangeBefore, rangeProblem, readRange } from './range.ts';

const read = (address: string, today = '2026-11-21') =>
  readRange(new URLSearchParams(address), today);

describe('The range of the money screen', () => {
  it.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['this-week', '2026-11-16', '2026-11-21'],
    ['this-month', '2026-11-01', '2026-11-21'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['last-30-days', '2026-10-23', '2026-11-21'],
    ['this-quarter', '2026-10-01', '2026-11-21'],
    ['this-year', '2026-01-01', '2026-11-21'],
    ['last-year', '2025-01-01', '2025-12-31'],
  ] as const)('has the days of %s', (preset, from, until) => {
    expect(presetRange(preset, '2026-11-21')).toEqual({ from, until });
  });

  it('has weeks from Monday to Sunday', () => {
    expect(presetRange('this-week', '2026-11-16')).toMatchObject({ from: '2026-11-16' });
    expect(presetRange('this-week', '2026-11-22')).toMatchObject({ from: '2026-11-16' });
  });

  it('has the right last month across years and leap days', () => {
    expect(presetRange('last-month', '2027-01-31')).toMatchObject({ from: '2026-12-01' });
    expect(presetRange('last-month', '2028-03-31')).toMatchObject({ until: '2028-02-29' });
  });

  it('is the last 30 days when the URL is empty or invalid', () => {
    const lastDays = { preset: 'last-30-days', from: '2026-10-23' };
    for (const address of ['', 'range=yesterday', 'from=2026-13-01&until=2026-13-02', 'from=x']) {
      expect(read(address)).toMatchObject(lastDays);
    }
    expect(read('from=2026-11-02&until=2026-11-01')).toMatchObject(lastDays);
  });

  it('is the one in the URL, even beside a preset', () => {
    expect(read('range=last-year&from=2026-01-05&until=2026-01-06')).toMatchObject({
      preset: null,
      from: '2026-01-05',
      until: '2026-01-06',
    });
  });

  it('is grouped by its length, or as the URL says', () => {
    expect(read('range=this-month').stretch).toBe('day');
    expect(read('range=this-quarter').stretch).toBe('week');
    expect(read('range=last-year').stretch).toBe('month');
    expect(read('range=last-year&by=day').stretch).toBe('day');
  });

  it('is at most two years long', () => {
    expect(rangeProblem({ from: '2024-11-21', until: '2026-11-21' })).toBeNull();
    expect(rangeProblem({ from: '2024-11-01', until: '2026-11-21' })).toMatch(/two years/);
  });
});

describe('The days before a range', () => {
  it.each([
    ['today', '2026-11-21', '2026-11-20', '2026-11-20'],
    ['this-week', '2026-11-18', '2026-11-09', '2026-11-11'],
    ['this-month', '2026-11-23', '2026-10-01', '2026-10-23'],
    ['this-month', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['this-month', '2027-03-30', '2027-02-01', '2027-02-28'],
    ['last-month', '2026-11-21', '2026-09-01', '2026-09-30'],
    ['last-month', '2028-04-02', '2028-02-01', '2028-02-29'],
    ['this-quarter', '2026-11-21', '2026-07-01', '2026-08-21'],
    ['this-year', '2028-02-29', '2027-01-01', '2027-02-28'],
    ['last-year', '2026-11-21', '2024-01-01', '2024-12-31'],
    ['last-30-days', '2026-11-21', '2026-09-23', '2026-10-22'],
  ] as const)('of %s on %s are %s to %s', (preset, today, from, until) => {
    expect(rangeBefore({ ...presetRange(preset, today), preset })).toEqual({ from, until });
  });

  it('are as many days for typed days', () => {
    const typed = { from: '2026-11-01', until: '2026-11-04', preset: null };
    expect(rangeBefore(typed)).toEqual({ from: '2026-10-28', until: '2026-10-31' });
    expect(rangeBefore({ ...typed, until: '2026-11-01' })).toEqual({
      from: '2026-10-31',
      until: '2026-10-31',
    });
  });
});
