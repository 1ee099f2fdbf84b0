import { expect, test } from 'vitest';
import { compareKinds } from './mail-kinds.ts';

test('the emails of a visit come before those of accounts and those to the owner', () => {
  const kinds = ['backup_missing', 'magic_link', 'receipt', 'an_own_kind', 'booking_confirmation'];
  expect(kinds.sort(compareKinds)).toEqual([
    'booking_confirmation',
    'receipt',
    'magic_link',
    'an_own_kind',
    'backup_missing',
  ]);
});
