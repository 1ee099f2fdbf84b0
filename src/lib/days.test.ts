import { expect, test } from 'vitest';
import { addMonths, firstOfMonth, formatDay, formatMonth, nextMonth } from './days.ts';

test('days and months are written in words', () => {
  expect(formatDay('2026-12-01')).toBe('Tuesday, December 1');
  expect(formatMonth('2026-12-01')).toBe('December 2026');
});

test('a month is named by its first day, and its successor crosses the year', () => {
  expect(firstOfMonth('2026-12-15')).toBe('2026-12-01');
  expect(nextMonth('2026-12-15')).toBe('2027-01-01');
  expect(nextMonth('2026-01-31')).toBe('2026-02-01');
  expect(addMonths('2026-01-31', -2)).toBe('2025-11-01');
});
