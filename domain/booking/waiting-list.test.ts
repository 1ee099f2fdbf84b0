import { describe, expect, test } from 'vitest';
import type { TakenTime } from '../time/free-crew.ts';
import { defaultOpeningRules } from '../time/opening-rules.ts';
import { matchFreedTimes, validateWaiting, type Waiting } from './waiting-list.ts';

const day = '2026-12-01';
const now = '2026-11-30T15:00:00Z';

const taken = (time: string, durationMinutes = 180): TakenTime => ({
  date: day,
  time,
  durationMinutes,
  crew: 1,
  isTimeOff: false,
});

const waiting = (id: string, change: Partial<Waiting> = {}): Waiting => ({
  id,
  date: day,
  serviceId: 'premium-detailing',
  durationMinutes: 180,
  offered: [],
  ...change,
});

const match = (people: Waiting[], busy: TakenTime[], at = now, rules = defaultOpeningRules) =>
  matchFreedTimes({ waiting: people, rules, taken: busy, now: at });

describe('An available time', () => {
  const noonIsFree = [taken('09:00'), taken('15:00')];

  test('is offered to the first customer in line and to no other', () => {
    expect(match([waiting('a'), waiting('b')], noonIsFree)).toEqual([{ id: 'a', time: '12:00' }]);
  });

  test('skips a customer whose service does not fit', () => {
    const people = [waiting('long', { durationMinutes: 240 }), waiting('b')];
    expect(match(people, noonIsFree)).toEqual([{ id: 'b', time: '12:00' }]);
  });

  test('is not offered for a service that no available crew does', () => {
    const busy = [...noonIsFree, { ...taken('00:00', 1440), serviceId: 'luxury-package' }];
    const people = [waiting('luxury', { serviceId: 'luxury-package' }), waiting('b')];
    expect(match(people, busy)).toEqual([{ id: 'b', time: '12:00' }]);
  });

  test('skips a customer who passed on it before', () => {
    const people = [waiting('a', { offered: ['12:00'] }), waiting('b')];
    expect(match(people, noonIsFree)).toEqual([{ id: 'b', time: '12:00' }]);
  });

  test('is not offered if it could not be booked when the offer expires', () => {
    // Noon is two and a half hours away: two hours' notice, and half an hour to answer.
    expect(match([waiting('a')], noonIsFree, '2026-12-01T14:30:00Z')).toHaveLength(1);
    expect(match([waiting('a')], noonIsFree, '2026-12-01T14:31:00Z')).toEqual([]);
  });

  test('is not offered on a day that has since been closed', () => {
    const rules = {
      ...defaultOpeningRules,
      exceptions: [{ day, isOpen: false, starts: null, endsBy: null }],
    };
    expect(match([waiting('a')], [], now, rules)).toEqual([]);
  });

  test('and another one go to one customer each', () => {
    expect(match([waiting('a'), waiting('b'), waiting('c')], [taken('09:00')])).toEqual([
      { id: 'a', time: '12:00' },
      { id: 'b', time: '15:00' },
    ]);
  });

  test('goes to two customers if there are two crews', () => {
    const rules = { ...defaultOpeningRules, crews: 2 };
    const busy = noonIsFree.flatMap((one) => [one, { ...one, crew: 2 }]);
    const times = match([waiting('a'), waiting('b'), waiting('c')], busy, now, rules);
    expect(times.map(({ time }) => time)).toEqual(['12:00', '12:00']);
  });
});

test('an entry on the waiting list needs a name, an email address and a phone number', () => {
  const checked = validateWaiting({ name: ' ', email: 'alex@', phone: '12' });
  expect(Object.keys(checked.ok ? {} : checked.fields)).toEqual(['name', 'email', 'phone']);
  expect(
    validateWaiting({ name: 'Alex  Roy', email: ' Alex@Example.com', phone: '905 555 0142' }),
  ).toEqual({
    ok: true,
    value: { name: 'Alex Roy', email: 'alex@example.com', phone: '+19055550142' },
  });
});
