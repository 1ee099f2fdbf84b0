import { expect, test } from 'vitest';
import { depositNote } from './deposit-note.ts';
import { anOwnBooking } from './testing/own-booking.ts';

// The appointment is on December 1 at 9:00 AM in Toronto.
const dayBefore = Date.parse('2026-11-30T14:00:00Z');

test('a move in good time has no note', () => {
  expect(depositNote(anOwnBooking(), dayBefore)).toBeNull();
});

test('a move in the last 24 hours has a note that the deposit is kept', () => {
  const note = depositNote(anOwnBooking(), dayBefore + 1000);
  expect(note).toContain('less than 24 hours away, so its $20.00 deposit is no longer refundable');
});

test('a booking with an earlier late move has a note, however far ahead it is', () => {
  const booking = anOwnBooking({ deposit_kept_since: '2026-11-20T14:00:00Z' });
  expect(depositNote(booking, dayBefore)).toContain('moved this booking late before');
});

test('an unpaid booking has no note', () => {
  expect(depositNote(anOwnBooking({ status: 'pending_payment' }), dayBefore + 1000)).toBeNull();
});

test('a move from a rain day has no note, however late it is', () => {
  expect(depositNote(anOwnBooking({ is_rained_out: true }), dayBefore + 1000)).toBeNull();
});

test('a booking with an earlier late move has a note on a rain day: the new time keeps the deposit again', () => {
  const change = { is_rained_out: true, deposit_kept_since: '2026-11-20T14:00:00Z' };
  expect(depositNote(anOwnBooking(change), dayBefore)).toContain('With its new time');
});
