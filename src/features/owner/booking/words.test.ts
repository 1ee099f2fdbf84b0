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

test('what was refunded by hand is one refund', () => {
  const page = aBookingPage({
    money: { paid_cents: 11300, refunded_cents: 2000, due_on_site_cents: 0 },
    timeline: [
      {
        kind: 'refund',
        id: 'r1',
        at: '2026-12-01T15:00:00Z',
        method: 'cash',
        amount_cents: 2000,
        status: 'succeeded',
        reason: 'owner_refund',
        finding_id: null,
        last_error: null,
      },
    ] as never,
  });
  const lines = moneyLines(page).map(({ label, amount }) => `${label} ${amount}`);
  expect(lines.filter((line) => line.startsWith('Refunded'))).toEqual(['Refunded by hand −$20.00']);
});

test.each([
  [0, 'Paid'],
  [2000, 'Partly refunded'],
  [11300, 'Refunded'],
])('a paid visit of which %i is refunded is labelled “%s”', (refunded, label) => {
  const money = { paid_cents: 11300, refunded_cents: refunded, due_on_site_cents: 0 };
  expect(standingOf(aBookingPage({ money }), '2026-12-01')[1]?.label).toBe(label);
});

test('a visit whose refund by hand is not made yet is still paid', () => {
  const page = aBookingPage({
    money: { paid_cents: 11300, refunded_cents: 10599, due_on_site_cents: 0 },
    timeline: [{ kind: 'refund', method: 'cash', status: 'owed', amount_cents: 10599 }] as never,
  });
  expect(standingOf(page, '2026-12-01').map(({ label }) => label)).toEqual([
    expect.any(String),
    'Paid',
    '$105.99 to refund by hand',
  ]);
});

test('what was refunded and is not charged is a line before the total', () => {
  const page = aBookingPage({
    booking: { price_cents: 9384, total_cents: 10604, tax_cents: 1220 },
    money: {
      ...{ paid_cents: 10604, refunded_cents: 4000, due_on_site_cents: 0 },
      ...{ reduced_cents: 4000, reduced_tax_cents: 417 },
    },
  });
  const lines = moneyLines(page).map(({ label, amount }) => `${label} ${amount}`);
  expect(lines.slice(-5)).toEqual([
    'Reduced by refund, with $4.17 tax −$40.00',
    'Total $66.04',
    'Paid $106.04',
    'Refunded −$40.00',
    'Due on site $0.00',
  ]);
});
