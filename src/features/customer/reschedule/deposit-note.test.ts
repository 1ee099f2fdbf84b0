import { expect, test } from 'vitest';
import { depositNote } from './deposit-note.ts';
import { anOwnBooking } from './testing/own-booking.ts';

// The appointment is on December 1 at 9:00 AM in Toronto.
const dayBefore = Date.parse('2026-11-30T14:00:00Z');

test('a move in good time has no note', () => {
  expect(depositNote(anOwnBooking(), { chosen: null, now: dayBefore })).toBeNull();
});

test('a move in the last 24 hours has a note that the deposit is kept', () => {
  const note = depositNote(anOwnBooking(), { chosen: null, now: dayBefore + 1000 });
  expect(note).toContain('less than 24 hours away, so its $20.00 deposit is no longer refundable');
});

test('a booking with an earlier late move has a note, however far ahead it is', () => {
  const booking = anOwnBooking({ deposit_kept_since: '2026-11-20T14:00:00Z' });
  expect(depositNote(booking, { chosen: null, now: dayBefore })).toContain(
    'moved this booking late before',
  );
});

test('an unpaid booking has no note', () => {
  expect(
    depositNote(anOwnBooking({ status: 'pending_payment' }), {
      chosen: null,
      now: dayBefore + 1000,
    }),
  ).toBeNull();
});

test('a move from a rain day has no note, however late it is', () => {
  expect(
    depositNote(anOwnBooking({ is_rained_out: true }), { chosen: null, now: dayBefore + 1000 }),
  ).toBeNull();
});

test('a booking with an earlier late move has a note on a rain day: the new time keeps the deposit again', () => {
  const change = { is_rained_out: true, deposit_kept_since: '2026-11-20T14:00:00Z' };
  expect(depositNote(anOwnBooking(change), { chosen: null, now: dayBefore })).toContain(
    'With its new time',
  );
});

test('a new time in the next 24 hours has a note with the amount that is kept after the move', () => {
  const booking = anOwnBooking({ booking_date: '2026-12-05' });
  const noteFor = (time: string) =>
    depositNote(booking, { chosen: { date: '2026-12-01', time }, now: dayBefore });
  expect(noteFor('08:30')).toBe(
    'The new time is less than 24 hours away. If you cancel after this move, we keep the $20.00 deposit.',
  );
  expect(noteFor('09:00')).toBeNull();
});
