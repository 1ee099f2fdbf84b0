import { expect, test } from 'vitest';
import { agendaOf } from './agenda.ts';
import { booked, off, offered, range } from './testing/range.ts';

const now = '2026-11-30T12:00:00';
const first = (...[shown, crews = [1], at = now]: [ReturnType<typeof range>, number[]?, string?]) =>
  agendaOf(shown, crews, at)[0];
const freeOf = (...given: Parameters<typeof first>) =>
  first(...given)?.free.map(({ from, until }) => `${from} to ${until}`);

test('a day lists what is on it by time, and counts its visits', () => {
  const day = first(range({ offers: [offered()], timeOff: [off()] }));
  expect(day?.entries.map(({ from, shown }) => [from, shown.kind])).toEqual([
    ['09:00', 'booking'],
    ['13:00', 'timeOff'],
    ['15:00', 'offer'],
  ]);
  expect(day?.visits).toBe(1);
  expect(day?.calledOff).toBe(0);
});

test('the free stretches are the open hours without visits, blocked and offered time', () => {
  expect(freeOf(range())).toEqual(['11:00 to 18:00']);
  expect(freeOf(range({ offers: [offered()], timeOff: [off()] }))).toEqual([
    '11:00 to 13:00',
    '17:00 to 18:00',
  ]);
});

test('a stretch is free while at least one crew is', () => {
  const two = [booked(), booked({ id: 'b2', crew: 2, booking_time: '10:00' })];
  expect(freeOf(range({ bookings: two }), [1, 2])).toEqual(['08:30 to 10:00', '11:00 to 18:00']);
  expect(freeOf(range({ bookings: two, timeOff: [off({ until: '18:00' })] }), [1, 2])).toEqual([
    '08:30 to 10:00',
    '11:00 to 13:00',
  ]);
});

test('nothing is free on a closed day or in the past', () => {
  const closed = { day: '2026-12-01', is_special: false, label: null, from: null, until: null };
  expect(first(range({ days: [closed] }))).toMatchObject({ isClosed: true, free: [] });
  expect(freeOf(range(), [1], '2026-12-02T08:00:00')).toEqual([]);
  expect(freeOf(range(), [1], '2026-12-01T13:05:00')).toEqual(['13:15 to 18:00']);
});

test('a special day begins with its label', () => {
  const fair = {
    day: '2026-12-01',
    is_special: true,
    label: 'Fair',
    from: '10:00',
    until: '16:00',
  };
  expect(first(range({ days: [fair] }))?.entries[0]?.shown.kind).toBe('special');
});
