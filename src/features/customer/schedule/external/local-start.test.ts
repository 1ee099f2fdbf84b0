import { expect, test } from 'vitest';
import { localStart } from './local-start.ts';

test.each([
  ['in winter', '2026-12-01T14:00:00Z', { date: '2026-12-01', time: '09:00' }],
  ['in summer', '2026-07-01T13:00:00Z', { date: '2026-07-01', time: '09:00' }],
  ['on the day clocks go forward', '2026-03-08T13:00:00Z', { date: '2026-03-08', time: '09:00' }],
  ['on the day clocks go back', '2026-11-01T14:00:00Z', { date: '2026-11-01', time: '09:00' }],
  ['late in the evening', '2026-12-02T04:30:00Z', { date: '2026-12-01', time: '23:30' }],
  ['at midnight', '2026-12-02T05:00:00Z', { date: '2026-12-02', time: '00:00' }],
])("an instant converts to the business's local time %s", (_, instant, expected) => {
  expect(localStart(instant)).toEqual(expected);
});
