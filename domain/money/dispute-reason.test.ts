import { expect, test } from 'vitest';
import { disputeReason } from './dispute-reason.ts';

test('a dispute has its reason in plain words, and an unknown one in the provider’s own', () => {
  expect(disputeReason('fraudulent')).toBe('the customer says that somebody else used their card');
  expect(disputeReason('noncompliant')).toBe('the payment broke a rule of the card network');
  expect(disputeReason('something_new')).toBe('the provider’s code “something_new”');
  expect(disputeReason('toString')).toBe('the provider’s code “toString”');
});
