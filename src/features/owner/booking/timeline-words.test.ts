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

test.each([
  ['payment_by_hand', { reason: 'owed_by_hand' }, ['Reason: to refund by hand']],
  ['dispute_opened', { reason: 'fraudulent' }, ['Reason: reported as fraud']],
  ['dispute_opened', { reason: 'product_unacceptable' }, ['Reason: product unacceptable']],
])('%s reads %j without a code', (action, is, lines) => {
  const entry = { kind: 'change', id: 1, at: '2026-11-23T20:00:00Z', by: 'Ann', was: null };
  expect(wordsOf({ ...entry, action, is } as TimelineEntry).lines).toEqual(lines);
});

test('a changed length is in hours and minutes', () => {
  const entry = { kind: 'change', id: 1, at: '2026-11-23T20:00:00Z', by: 'Ann' };
  const [was, is] = [{ duration_minutes: 120 }, { duration_minutes: 150 }];
  expect(wordsOf({ ...entry, action: 'sale_changed', was, is } as TimelineEntry).lines).toEqual([
    'Length: 2 hours → 2 hours 30 minutes',
  ]);
});
