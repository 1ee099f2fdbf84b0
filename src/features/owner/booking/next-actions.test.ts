import { expect, test } from 'vitest';
import { actionsOf } from './next-actions.ts';
import { aBookingPage } from './testing/booking-page.ts';

const day = '2026-12-01';
const done = { booking_date: day, done_at: '2026-12-01T15:00:00Z' };
const paid = { due_on_site_cents: 0 };

test.each([
  ['upcoming', aBookingPage(), 'message', ''],
  ['of today', aBookingPage({ booking: { booking_date: day } }), 'payment', ''],
  ['done and due', aBookingPage({ booking: done }), 'payment', 'refund change correct move cancel'],
  [
    'done and paid',
    aBookingPage({ booking: done, money: paid }),
    'receipt',
    'refund change correct move cancel',
  ],
  [
    'a no-show',
    aBookingPage({ booking: { booking_date: day, no_show_at: '2026-12-01T15:00:00Z' } }),
    'message',
    'refund change correct move cancel',
  ],
  ['cancelled because of rain', aBookingPage({ called_off: 'asked' }), 'move', ''],
  ['not paid', aBookingPage({ booking: { status: 'pending_payment' } }), 'message', ''],
  ['cancelled', aBookingPage({ booking: { status: 'cancelled' } }), 'message', ''],
])('a visit that is %s has its next step first, and the unusual apart', (_, page, first, more) => {
  const actions = actionsOf(page, day);
  expect(actions.ordinary[0]).toBe(first);
  expect(actions.more.join(' ')).toBe(more);
});

test('an unusual action that stands alone is among the ordinary ones, before the cancellation', () => {
  expect(actionsOf(aBookingPage(), day).ordinary.slice(-2)).toEqual(['refund', 'cancel']);
});

test('a payment link is offered for a balance of a customer with an email address', () => {
  expect(actionsOf(aBookingPage(), day).ordinary).toContain('link');
  for (const page of [
    aBookingPage({ money: paid }),
    aBookingPage({ money: { due_on_site_cents: 49 } }),
    aBookingPage({ booking: { customer_email: null } }),
    aBookingPage({ called_off: 'asked' }),
  ])
    expect(actionsOf(page, day).ordinary).not.toContain('link');
});

test('a refund is offered while money is kept, and first when it was overpaid', () => {
  const cancelled = aBookingPage({ booking: { status: 'cancelled' } });
  expect(actionsOf(cancelled, day).ordinary).toContain('refund');
  const overpaid = aBookingPage({ booking: done, money: { ...paid, overpaid_cents: 1500 } });
  expect(actionsOf(overpaid, day).ordinary[0]).toBe('refund');
  const nothingKept = aBookingPage({ money: { refunded_cents: 2000 } });
  const { ordinary, more } = actionsOf(nothingKept, day);
  expect([...ordinary, ...more]).not.toContain('refund');
});
