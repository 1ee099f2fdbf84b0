import { expect, test } from 'vitest';
import { shownDays, titleOf, turned } from './shown-days.ts';

test('a day shows itself, a week begins on Monday, and a month shows whole weeks', () => {
  expect(shownDays('day', '2026-12-06')).toEqual({ from: '2026-12-06', until: '2026-12-06' });
  expect(shownDays('week', '2026-12-06')).toEqual({ from: '2026-11-30', until: '2026-12-06' });
  expect(shownDays('week', '2026-11-30')).toEqual({ from: '2026-11-30', until: '2026-12-06' });
  expect(shownDays('month', '2026-12-15')).toEqual({ from: '2026-11-30', until: '2027-01-03' });
});

test('next and previous move by a day, a week or a month', () => {
  expect(turned('day', '2026-12-31', 1)).toBe('2027-01-01');
  expect(turned('week', '2026-12-03', -1)).toBe('2026-11-26');
  expect(turned('month', '2026-12-31', 1)).toBe('2027-01-01');
  expect(turned('month', '2026-03-31', -1)).toBe('2026-02-01');
});

test('the title names the days shown', () => {
  expect(titleOf('day', '2026-12-01')).toBe('Tuesday, December 1, 2026');
  expect(titleOf('week', '2026-12-31')).toBe('December 28 to January 3, 2027');
  expect(titleOf('month', '2026-12-31')).toBe('December 2026');
});
