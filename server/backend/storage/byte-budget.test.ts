import { expect, test } from 'vitest';
import { openShare } from './byte-budget.ts';

const aPhoto = 10 * 1024 * 1024;

test('uploads beyond the shared budget are refused with Retry-After', () => {
  const shares = Array.from({ length: 12 }, openShare);
  for (const share of shares) share.take(aPhoto);
  const late = openShare();
  expect(() => late.take(aPhoto)).toThrow('Please try again in a moment');
  late.release();
  for (const share of shares) share.release();
  expect(() => openShare().take(aPhoto)).not.toThrow();
});
