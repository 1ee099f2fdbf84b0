import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '../business/default-business.ts';
import { dayRule, daysAhead, defaultOpeningRules, noticeMinutes } from './opening-rules.ts';
import type { DayException, OpeningRules } from './opening-rules.ts';
import { startTimes } from './start-rules.ts';

// A Wednesday.
const day = '2026-12-02';
const on = (exception: Partial<DayException>): OpeningRules => ({
  ...defaultOpeningRules,
  exceptions: [{ day, isOpen: true, starts: null, endsBy: null, ...exception }],
});

describe('by default', () => {
  test.each([
    ['Basic Wash', ['09:00', '12:00', '15:00']],
    ['Premium Detailing', ['09:00', '12:00', '15:00']],
    ['Luxury Package', ['09:00', '12:00']],
  ])('a new %s starts at %j, so that it ends by 18:00', (name, times) => {
    const minutes =
      defaultBusiness.services.find((service) => service.name === name)?.durationMinutes ?? 0;
    expect(startTimes(dayRule(defaultOpeningRules, 'booking', day), minutes)).toEqual(times);
  });

  test.each([
    [120, '15:00', 14],
    [180, '14:00', 12],
    [240, '13:00', 10],
  ])('%i minutes can move to every half hour from 8:30, last at %s', (minutes, last, count) => {
    const times = startTimes(dayRule(defaultOpeningRules, 'move', day), minutes);
    expect(times[0]).toBe('08:30');
    expect(times[1]).toBe('09:00');
    expect(times.at(-1)).toBe(last);
    expect(times).toHaveLength(count);
  });

  test('no moved booking begins after 16:00, however short the service is [S9.20]', () => {
    expect(startTimes(dayRule(defaultOpeningRules, 'move', day), 30).at(-1)).toBe('16:00');
  });

  test("a new booking needs two hours' notice and is at most ninety days ahead, a moved one at most a year", () => {
    expect(noticeMinutes(defaultOpeningRules, 'booking')).toBe(120);
    expect(noticeMinutes(defaultOpeningRules, 'move')).toBe(0);
    expect(daysAhead(defaultOpeningRules, 'booking')).toBe(90);
    expect(daysAhead(defaultOpeningRules, 'move')).toBe(365);
  });
});

describe('a weekday', () => {
  const hours = defaultOpeningRules.hours.map((one) => ({
    ...one,
    isOpen: one.weekday !== 7,
    endsBy: one.weekday === 3 ? '12:00' : one.endsBy,
  }));
  const rules = { ...defaultOpeningRules, hours };

  test('has hours of its own', () => {
    expect(dayRule(rules, 'booking', '2026-12-02').endsBy).toBe('12:00');
    expect(dayRule(rules, 'booking', '2026-12-03').endsBy).toBe('18:00');
  });

  test('can be closed for new and for moved bookings', () => {
    for (const kind of ['booking', 'move'] as const) {
      expect(dayRule(rules, kind, '2026-12-06').starts).toEqual([]);
      expect(dayRule(rules, kind, '2026-12-05').starts).not.toEqual([]);
    }
  });

  test('that is closed has the hours it would have when open', () => {
    const open = { day: '2026-12-06', isOpen: true, starts: null, endsBy: null };
    const rule = dayRule({ ...rules, exceptions: [open] }, 'booking', '2026-12-06');
    expect(rule).toEqual({ starts: ['09:00', '12:00', '15:00'], endsBy: '18:00' });
  });
});

describe('an exception day', () => {
  test('can be closed', () => {
    expect(dayRule(on({ isOpen: false }), 'booking', day).starts).toEqual([]);
    expect(dayRule(on({ isOpen: false }), 'move', day).starts).toEqual([]);
    expect(dayRule(on({ isOpen: false }), 'move', '2026-12-03').starts).not.toEqual([]);
  });

  test('can end earlier or later, for new and for moved bookings', () => {
    expect(startTimes(dayRule(on({ endsBy: '13:00' }), 'booking', day), 120)).toEqual(['09:00']);
    expect(startTimes(dayRule(on({ endsBy: '11:00' }), 'move', day), 120)).toEqual([
      '08:30',
      '09:00',
    ]);
  });

  test('with its own start times has the same ones for new and for moved bookings', () => {
    const rules = on({ starts: ['10:15', '15:30'] });
    const rule = { starts: ['10:15', '15:30'], endsBy: '18:00' };
    expect(dayRule(rules, 'booking', day)).toEqual(rule);
    expect(dayRule(rules, 'move', day)).toEqual(rule);
  });
});

test('that is not a date has no start times', () => {
  expect(dayRule(defaultOpeningRules, 'booking', 'tomorrow').starts).toEqual([]);
});
