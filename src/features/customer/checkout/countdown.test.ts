import { expect, test } from 'vitest';
import { formatCountdown, timeToTell } from './countdown.ts';

test.each([
  [872_000, '14:32'],
  [60_000, '1:00'],
  [59_001, '1:00'],
  [1, '0:01'],
  [0, '0:00'],
])('%i milliseconds are shown as %s', (ms, shown) => {
  expect(formatCountdown(ms)).toBe(shown);
});

test.each([
  [300_001, ''],
  [300_000, 'About 5 minutes left to pay for your time.'],
  [120_000, 'About 2 minutes left to pay for your time.'],
  [30_000, 'About 1 minute left to pay for your time.'],
])('with %i milliseconds left the countdown announces "%s"', (ms, said) => {
  expect(timeToTell(ms)).toBe(said);
});
