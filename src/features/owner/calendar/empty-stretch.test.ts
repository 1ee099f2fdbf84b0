import { expect, test } from 'vitest';
import { crewsOff, stretchAt, stretchBetween, stretchWords, typedFrom } from './empty-stretch.ts';

test('a selection of whole days ends with its last day, not the day after', () => {
  expect(stretchBetween('2026-12-01', '2026-12-04', true)).toEqual({
    fromDay: '2026-12-01',
    fromTime: null,
    untilDay: '2026-12-03',
    untilTime: null,
  });
});

test('a selection of hours keeps them, and midnight is the end of its day', () => {
  expect(stretchBetween('2026-12-01T09:00:00Z', '2026-12-01T11:30:00Z', false)).toMatchObject({
    fromTime: '09:00',
    untilTime: '11:30',
  });
  expect(stretchBetween('2026-12-01T22:00:00Z', '2026-12-02T00:00:00Z', false)).toMatchObject({
    untilDay: '2026-12-01',
    untilTime: null,
  });
});

test('a tap selects two hours, or the rest of the day', () => {
  expect(stretchWords(stretchAt('2026-12-01T09:00:00'))).toBe(
    'Tuesday, December 1, 2026, 9:00 AM to 11:00 AM',
  );
  expect(stretchAt('2026-12-01T23:00:00').untilTime).toBeNull();
});

test('blocked time has the hours and the crew of its stretch', () => {
  const drawn = stretchBetween('2026-12-01T15:30:00Z', '2026-12-01T17:45:00Z', false);
  expect(typedFrom({ ...drawn, crew: 3 })).toMatchObject({
    isWholeDays: false,
    fromTime: '15:30',
    untilTime: '17:45',
    crew: '3',
  });
  expect(typedFrom(drawn).crew).toBe('');
});

test.each([
  ['2026-12-01', '09:00', []],
  ['2026-12-01', '16:00', [2]],
  ['2026-12-02', '10:00', [2]],
  ['2026-12-02', null, [2]],
  ['2026-12-01', null, []],
])('the crews that are off on %s at %s are %j', (day, time, crews) => {
  const hours = [
    { day: '2026-12-01', crew: 2, from: '09:00', until: '16:00' },
    { day: '2026-12-02', crew: 2, from: null, until: null },
  ];
  const stretch = { fromDay: day, fromTime: time, untilDay: day, untilTime: null };
  expect(crewsOff(stretch, hours)).toEqual(crews);
});
