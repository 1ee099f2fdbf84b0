import { expect, test } from 'vitest';
import { openShare } from './byte-budget.ts';

const aPhoto = 10 * 1024 * 1024;

test('all uploads together may hold so much, and who comes then is told to come again', () => {
  const shares = Array.from({ length: 12 }, openShare);
  for (const share of shares) share.take(aPhoto);
  const late = openShare();
  expect(() => late.take(aPhoto)).toThrow('Please try again in a moment');
  late.release();
  for (const share of shares) share.release();
  expect(() => openShare().take(aPhoto)).not.toThrow();
});
