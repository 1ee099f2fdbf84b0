import { expect, test } from 'vitest';
import { aBookingPage } from './testing/booking-page.ts';
import { moneyLines, standingOf } from './words.ts';

test('a visit cancelled because of rain is labelled so until it is done anyway', () => {
  const today = '2026-12-01';
  const [visit] = standingOf(aBookingPage({ called_off: 'asked' }), today);
  expect(visit).toEqual({ label: 'Rain day, no answer yet', tone: 'bad' });
  const done = aBookingPage({ called_off: null, booking: { done_at: '2026-12-01T15:00:00Z' } });
  expect(standingOf(done, today)[0]?.label).toBe('Done');
});

test('a past visit without a mark is labelled as not marked done', () => {
  const page = aBookingPage({ booking: { booking_date: '2026-11-30' } });
  expect(standingOf(page, '2026-12-01')[0]).toEqual({
    label: 'Not marked done',
    tone: 'open',
  });
});

test('a tip given when paying is a line of its own before the total, as on the receipt', () => {
  const page = aBookingPage({
    booking: { total_cents: 11300 },
    money: { paid_cents: 12300, due_on_site_cents: 0, tip_on_site_cents: 1000 },
  });
  const lines = moneyLines(page).map(({ label, amount }) => `${label} ${amount}`);
  const at = lines.indexOf('Tip when paying $10.00');
  expect(lines.slice(at, at + 3)).toEqual([
    'Tip when paying $10.00',
    'Total $123.00',
    'Paid $123.00',
  ]);
});
