import { expect, test } from 'vitest';
import { compareKinds, groupOf, kindLabel, whenSent } from './mail-kinds.ts';

test('the emails of bookings come before those of accounts, and those to the owner before her own', () => {
  const kinds = ['backup_missing', 'magic_link', 'receipt', 'an_own_kind', 'booking_confirmation'];
  expect(kinds.sort(compareKinds)).toEqual([
    'booking_confirmation',
    'receipt',
    'magic_link',
    'backup_missing',
    'an_own_kind',
  ]);
  expect(kinds.map(groupOf)).toEqual([
    'Bookings',
    'Money',
    'Customer accounts',
    'To you',
    'Others',
  ]);
});

test('a kind says in plain words what it is and when it is sent', () => {
  expect(kindLabel('magic_link')).toBe('Sign-in link');
  expect(whenSent('magic_link')).toBe('Sent to sign in without a password.');
  expect(kindLabel('an_own_kind')).toBe('An own kind');
  expect(whenSent('an_own_kind')).toBeUndefined();
});
