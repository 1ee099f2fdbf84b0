import { expect, test } from 'vitest';
import type { TimelineEntry } from '@contracts/owner-booking.ts';
import { wordsOf } from './timeline-words.ts';

test.each([
  ['pending_payment', 'deposit_paid', 'Confirmed: the deposit is paid'],
  ['pending_payment', 'confirmed', 'Confirmed: paid online'],
  ['pending_payment', 'paid', 'Paid in full'],
  ['deposit_paid', 'paid', 'Paid in full'],
  ['paid', 'deposit_paid', 'No longer paid in full'],
  ['paid', 'confirmed', 'No longer paid in full'],
])('from %s to %s reads “%s”', (was, is, title) => {
  const entry: TimelineEntry = {
    kind: 'change',
    id: 1,
    at: '2026-11-23T20:00:00Z',
    action: 'status',
    by: 'System',
    was: { status: was },
    is: { status: is },
  };
  expect(wordsOf(entry).title).toBe(title);
});
