import { expect, test } from 'vitest';
import { dayAt, movesInCalendar, weeksOf } from './calendar-days.ts';

test('a month is shown in weeks from Sunday, without the days of other months', () => {
  const weeks = weeksOf('2026-12-01');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([null, null, ...[1, 2, 3, 4, 5].map((day) => `2026-12-0${day}`)]);
  expect(weeks.at(-1)?.filter(Boolean)).toHaveLength(5);
  expect(weeksOf('2026-02-15')).toHaveLength(4);
});

const window = { from: '2026-11-01', to: '2027-02-28', isOpen: (day: string) => day !== '' };
const at = (key: string, start: string, days = window, shiftKey = false) =>
  dayAt({ key, shiftKey }, start, days);

test.each([
  ['ArrowLeft', '2026-11-30'],
  ['ArrowRight', '2026-12-02'],
  ['ArrowUp', '2026-11-24'],
  ['ArrowDown', '2026-12-08'],
  ['PageUp', '2026-11-01'],
  ['PageDown', '2027-01-01'],
  ['Home', '2026-11-29'],
  ['End', '2026-12-05'],
])('%s leads from Tuesday, December 1 to %s', (key, day) => {
  expect(at(key, '2026-12-01')).toBe(day);
  expect(movesInCalendar(key)).toBe(true);
});

test('Shift moves by months and years, up to the ends of the calendar', () => {
  expect(at('ArrowRight', '2027-01-31', window, true)).toBe('2027-02-28');
  expect(at('ArrowLeft', '2026-12-31', window, true)).toBe('2026-11-30');
  expect(at('ArrowDown', '2026-12-01', window, true)).toBe('2027-02-28');
  expect(at('PageUp', '2026-12-01', window, true)).toBe('2026-11-01');
});

test('closed days are passed over in the same step', () => {
  const isOpen = (day: string) => !['2026-12-02', '2026-12-08'].includes(day);
  expect(at('ArrowRight', '2026-12-01', { ...window, isOpen })).toBe('2026-12-03');
  expect(at('ArrowDown', '2026-12-01', { ...window, isOpen })).toBe('2026-12-15');
});

test('no key leads where no open day is left', () => {
  const isOpen = (day: string) => day === '2026-12-01';
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'PageDown', 'Home', 'End']) {
    expect(at(key, '2026-12-01', { ...window, isOpen })).toBeNull();
  }
  expect(at('Enter', '2026-12-01')).toBeNull();
});
