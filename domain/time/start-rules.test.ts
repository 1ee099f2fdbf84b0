import { expect, test } from 'vitest';
import { startTimes } from './start-rules.ts';

test('a start leaves room for the whole service before closing time', () => {
  const rule = { starts: ['09:00', '12:00', '15:00'], endsBy: '18:00' };
  expect(startTimes(rule, 180)).toEqual(['09:00', '12:00', '15:00']);
  expect(startTimes(rule, 181)).toEqual(['09:00', '12:00']);
});

test('a service longer than the day has no start', () => {
  expect(startTimes({ starts: ['09:00'], endsBy: '18:00' }, 10 * 60)).toEqual([]);
});
