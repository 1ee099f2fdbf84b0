import { expect, test } from 'vitest';
import { calendarEvents, shownHours } from './calendar-events.ts';
import { wordsOf } from './event-words.ts';
import { booked, range } from './testing/range.ts';
import { wallNow } from './wall-clock.ts';

const now = '2026-11-30T12:00:00';
const find = (events: ReturnType<typeof calendarEvents>, id: string) =>
  events.find((event) => event.id === id);

test('a booking is at its local time, for the duration of its service', () => {
  expect(find(calendarEvents(range(), null, now), 'booking:b1')).toMatchObject({
    start: '2026-12-01T09:00:00',
    end: '2026-12-01T11:00:00',
    startEditable: true,
  });
});

test('a booking with a move to confirm is shown at its new time', () => {
  const to = { date: '2026-12-02', time: '15:00' };
  const event = find(calendarEvents(range(), { id: 'b1', to }, now), 'booking:b1');
  expect(event).toMatchObject({ start: '2026-12-02T15:00:00', end: '2026-12-02T17:00:00' });
});

test.each([
  ['has begun', {}, '2026-12-01T09:00:00'],
  ['is done', { done_at: '2026-11-30T10:00:00Z' }, now],
  ['is unpaid', { status: 'pending_payment', hold_expires_at: '2026-12-01T00:00:00Z' }, now],
])('a booking that %s cannot be dragged', (_, changes, at) => {
  const events = calendarEvents(range({ bookings: [booked(changes)] }), null, at);
  expect(find(events, 'booking:b1')?.startEditable).toBe(false);
});

test('a visit cancelled because of rain looks held, and can still be moved', () => {
  const event = find(
    calendarEvents(range({ bookings: [booked({ called_off: 'asked' })] }), null, now),
    'booking:b1',
  );
  expect(event).toMatchObject({ className: 'cal-event cal-held', startEditable: true });
});

test('time blocked for a whole day is above the hours, for some hours among them', () => {
  const off = {
    id: 't',
    day: '2026-12-01',
    from: '00:00',
    until: '24:00',
    crew: null,
    reason: 'X',
  };
  const whole = calendarEvents(range({ timeOff: [off] }), null, now);
  expect(find(whole, 'time-off:t')).toMatchObject({ start: '2026-12-01', allDay: true });
  const part = calendarEvents(range({ timeOff: [{ ...off, from: '15:00' }] }), null, now);
  expect(find(part, 'time-off:t')).toMatchObject({ end: '2026-12-02T00:00:00' });
});

test('a booking that is not simply confirmed has a label', () => {
  expect(
    wordsOf({ kind: 'booking', booking: booked(), isMoving: false }, (crew) => `Crew ${crew}`),
  ).toEqual({
    mark: null,
    title: 'Mia Young',
    detail: 'Crew 1 · $45.00 due · Basic Wash · 2021 Mazda CX-5',
  });
  const held = booked({ status: 'pending_payment' });
  expect(wordsOf({ kind: 'booking', booking: held, isMoving: false }, null).mark).toBe(
    'Not paid yet',
  );
  const off = booked({ called_off: 'asked' });
  expect(wordsOf({ kind: 'booking', booking: off, isMoving: false }, null).mark).toBe(
    'Rain day, no answer yet',
  );
  const day = { day: '2026-12-25', is_special: true, label: 'Christmas', from: null, until: null };
  expect(wordsOf({ kind: 'special', day }, null)).toMatchObject({
    mark: 'Closed',
    title: 'Christmas',
  });
});

test('the visible hours include every event', () => {
  expect(shownHours(range())).toEqual({ from: '08:00', until: '19:00' });
  const early = range({ bookings: [booked({ booking_time: '06:15' })] });
  expect(shownHours(early).from).toBe('06:00');
  const late = range({ bookings: [booked({ booking_time: '22:30' })] });
  expect(shownHours(late).until).toBe('24:00');
});

test('the calendar uses the local time of the business, in summer and in winter', () => {
  expect(wallNow(Date.parse('2026-12-01T14:30:00Z'))).toBe('2026-12-01T09:30:00');
  expect(wallNow(Date.parse('2026-07-01T03:30:00Z'))).toBe('2026-06-30T23:30:00');
});
