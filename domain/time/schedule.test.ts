import { describe, expect, test } from 'vitest';
import { defaultOpeningRules } from './opening-rules.ts';
import {
  addDays,
  availableTimes,
  bookableDays,
  firstBookableDay,
  checkStart,
  localToday,
  monthOf,
  overlaps,
  startsAt,
} from './schedule.ts';

// Tuesday, December 1, 2026, 8:00 in Toronto.
const now = '2026-12-01T13:00:00Z';
const rules = defaultOpeningRules;
const wash = { rules, kind: 'booking', durationMinutes: 120, now } as const;
/** A booking of the only crew. */
const byTheCrew = { crew: 1, isTimeOff: false };
const luxury = { ...wash, durationMinutes: 240 };

describe('today', () => {
  test('begins at midnight in Toronto, not in UTC', () => {
    expect(localToday('2026-12-02T04:59:59Z')).toBe('2026-12-01');
    expect(localToday('2026-12-02T05:00:00Z')).toBe('2026-12-02');
    expect(localToday(Date.parse('2026-07-01T03:59:59Z'))).toBe('2026-06-30');
  });
});

describe('days and months', () => {
  test('days are added across months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });

  test('a month runs from its first to its last day', () => {
    expect(monthOf('2026-12-15')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(monthOf('2028-02-29')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });
});

describe('two bookings', () => {
  const nine = { date: '2026-12-01', time: '09:00', durationMinutes: 180 };

  test('overlap if one begins before the other ends', () => {
    expect(overlaps(nine, { ...nine, time: '12:00' })).toBe(false);
    expect(overlaps(nine, { ...nine, time: '11:59' })).toBe(true);
    expect(overlaps({ ...nine, time: '06:00' }, nine)).toBe(false);
  });

  test('do not overlap on different days', () => {
    expect(overlaps(nine, { ...nine, date: '2026-12-02' })).toBe(false);
  });
});

describe('a start', () => {
  test('in the rules, with notice and within the window, is accepted with or without seconds', () => {
    expect(checkStart({ ...wash, date: '2026-12-01', time: '12:00' })).toEqual({ ok: true });
    expect(checkStart({ ...wash, date: '2026-12-02', time: '09:00:00' })).toEqual({ ok: true });
  });

  test.each([
    ['2026-12-02', '10:00'],
    ['2026-12-02', '9:00'],
    ['2026-12-02', ''],
    ['2026-02-30', '09:00'],
    ['tomorrow', '09:00'],
  ])('on "%s" at "%s" is not offered', (date, time) => {
    expect(checkStart({ ...wash, date, time })).toEqual({ ok: false, code: 'time_not_offered' });
  });

  test('at 15:00 is not offered for a four-hour service', () => {
    const answer = checkStart({ ...luxury, date: '2026-12-02', time: '15:00' });
    expect(answer).toEqual({ ok: false, code: 'time_not_offered' });
  });

  test("needs two hours' notice, to the second", () => {
    const noon = { ...wash, date: '2026-12-01', time: '12:00' };
    expect(checkStart({ ...noon, now: '2026-12-01T15:00:00Z' })).toEqual({ ok: true });
    const late = checkStart({ ...noon, now: '2026-12-01T15:00:01Z' });
    expect(late).toEqual({ ok: false, code: 'time_in_past' });
  });

  test('on an earlier day is in the past', () => {
    const answer = checkStart({ ...wash, date: '2026-11-30', time: '15:00' });
    expect(answer).toEqual({ ok: false, code: 'time_in_past' });
  });

  test('is available for ninety days and no longer', () => {
    expect(checkStart({ ...wash, date: addDays('2026-12-01', 90), time: '09:00' }).ok).toBe(true);
    const answer = checkStart({ ...wash, date: addDays('2026-12-01', 91), time: '09:00' });
    expect(answer).toEqual({ ok: false, code: 'date_too_far' });
  });

  test('of a moved booking may be any future half hour', () => {
    const moved = { ...wash, kind: 'move', date: '2026-12-01' } as const;
    expect(checkStart({ ...moved, time: '08:30' })).toEqual({ ok: true });
    expect(checkStart({ ...moved, time: '10:30' })).toEqual({ ok: true });
    expect(checkStart({ ...moved, time: '15:30' }).ok).toBe(false);
    expect(checkStart({ ...moved, time: '08:30', now: '2026-12-01T13:30:01Z' })).toEqual({
      ok: false,
      code: 'time_in_past',
    });
  });
});

describe('the available times of a day', () => {
  const taken = [{ date: '2026-12-02', time: '12:00:00', durationMinutes: 180, ...byTheCrew }];

  test('leave out booked times', () => {
    const day = { ...wash, date: '2026-12-02', taken };
    expect(availableTimes(day)).toEqual(['09:00', '15:00']);
  });

  test('leave out a start whose service would overlap a booking [S9.24]', () => {
    const day = { ...luxury, date: '2026-12-02', taken };
    expect(availableTimes(day)).toEqual([]);
  });

  test('ignore bookings on other days', () => {
    const day = { ...wash, date: '2026-12-03', taken };
    expect(availableTimes(day)).toEqual(['09:00', '12:00', '15:00']);
  });

  test('are none on a past day, beyond the window or on an invalid date', () => {
    for (const date of ['2026-11-30', '2027-03-02', '2026-02-30', '']) {
      expect(availableTimes({ ...wash, date, taken: [] })).toEqual([]);
    }
  });

  test('for a moved booking exclude every half hour that overlaps a booking [S9.22]', () => {
    const day = { ...luxury, kind: 'move', date: '2026-12-02' } as const;
    const nine = { date: '2026-12-02', time: '09:00', durationMinutes: 120, ...byTheCrew };
    expect(availableTimes({ ...day, taken: [nine] })).toEqual([
      '11:00',
      '11:30',
      '12:00',
      '12:30',
      '13:00',
    ]);
  });
});

describe('with two crews', () => {
  const crews = { ...wash, rules: { ...rules, crews: 2 }, date: '2026-12-02' };
  const noon = { date: '2026-12-02', time: '12:00', durationMinutes: 180, isTimeOff: false };
  const first = { ...noon, crew: 1 };
  const second = { ...noon, crew: 2 };

  test('a time is available until both are busy', () => {
    expect(availableTimes({ ...crews, taken: [first] })).toContain('12:00');
    expect(availableTimes({ ...crews, taken: [second] })).toContain('12:00');
    expect(availableTimes({ ...crews, taken: [first, second] })).toEqual(['09:00', '15:00']);
  });

  test('blocked time of one crew leaves the other, and of all crews leaves none', () => {
    const day = { ...noon, time: '00:00', durationMinutes: 1440, isTimeOff: true };
    const off = (crew: number | null) => availableTimes({ ...crews, taken: [{ ...day, crew }] });
    expect(off(2)).toEqual(['09:00', '12:00', '15:00']);
    expect(off(null)).toEqual([]);
    const both = availableTimes({ ...crews, taken: [{ ...day, crew: 2 }, first] });
    expect(both).toEqual(['09:00', '15:00']);
  });

  test('a booking of a removed crew still occupies one of the remaining ones', () => {
    const fewer = { ...crews, rules };
    expect(availableTimes({ ...fewer, taken: [second] })).toEqual(['09:00', '15:00']);
    const off = { ...second, isTimeOff: true };
    expect(availableTimes({ ...fewer, taken: [off] })).toContain('12:00');
  });
});

describe('minutes between bookings', () => {
  const day = { ...wash, rules: { ...rules, bufferMinutes: 60 }, date: '2026-12-02' };
  const at = (time: string, durationMinutes: number) => ({
    date: '2026-12-02',
    time,
    durationMinutes,
    ...byTheCrew,
  });

  test('apply before and after a booking', () => {
    expect(availableTimes({ ...day, taken: [at('12:00', 120)] })).toEqual(['09:00', '15:00']);
    expect(availableTimes({ ...day, taken: [at('12:00', 121)] })).toEqual(['09:00']);
    expect(availableTimes({ ...day, taken: [at('11:59', 120)] })).toEqual(['15:00']);
  });

  test('apply to each crew alone, and not around blocked time', () => {
    const two = { ...day, rules: { ...day.rules, crews: 2 } };
    expect(availableTimes({ ...two, taken: [at('12:00', 180)] })).toHaveLength(3);
    const off = { ...at('11:00', 240), crew: null, isTimeOff: true };
    expect(availableTimes({ ...day, taken: [off] })).toEqual(['09:00', '15:00']);
  });
});

describe('the bookable days of a period', () => {
  test('begin today, end with the window and skip full days', () => {
    const full = { date: '2026-12-02', time: '08:00', durationMinutes: 600, ...byTheCrew };
    const days = { ...wash, from: '2026-11-25', to: '2026-12-04', taken: [full] };
    expect(bookableDays(days)).toEqual(['2026-12-01', '2026-12-03', '2026-12-04']);
    const far = bookableDays({ ...wash, from: '2027-02-27', to: '2027-12-31', taken: [] });
    expect(far).toEqual(['2027-02-27', '2027-02-28', '2027-03-01']);
  });

  test('have a first one unless all are full', () => {
    const full = { date: '2026-12-02', time: '08:00', durationMinutes: 600, ...byTheCrew };
    const days = { ...wash, from: '2026-12-02', to: '2026-12-04', taken: [full] };
    expect(firstBookableDay(days)).toBe('2026-12-03');
    expect(firstBookableDay({ ...days, to: '2026-12-02' })).toBeUndefined();
  });

  test('skip closed days', () => {
    const exceptions = [{ day: '2026-12-02', isOpen: false, starts: null, endsBy: null }];
    const days = { ...wash, from: '2026-12-01', to: '2026-12-03', taken: [] };
    const holiday = bookableDays({ ...days, rules: { ...rules, exceptions } });
    expect(holiday).toEqual(['2026-12-01', '2026-12-03']);
  });

  test('skip today once the last start is within the minimum notice', () => {
    const evening = { ...wash, now: '2026-12-01T18:00:01Z', from: '2026-12-01', to: '2026-12-02' };
    expect(bookableDays({ ...evening, taken: [] })).toEqual(['2026-12-02']);
  });
});

describe('the Sundays of the clock changes', () => {
  const forward = '2026-03-08';
  const back = '2026-11-01';

  test('keep the local time of a start, and shift its instant by an hour', () => {
    expect(startsAt('2026-03-07', '09:00')).toBe('2026-03-07T14:00:00Z');
    expect(startsAt(forward, '09:00')).toBe('2026-03-08T13:00:00Z');
    expect(startsAt('2026-10-31', '09:00:00')).toBe('2026-10-31T13:00:00Z');
    expect(startsAt(back, '09:00')).toBe('2026-11-01T14:00:00Z');
  });

  test('use the later instant for a skipped or repeated local time, like the database', () => {
    expect(startsAt(forward, '02:30')).toBe('2026-03-08T07:30:00Z');
    expect(startsAt(back, '01:30')).toBe('2026-11-01T06:30:00Z');
  });

  test.each([forward, back])('offer all starts of %s once each', (date) => {
    const dayBefore = { ...wash, now: startsAt(addDays(date, -1), '20:00') };
    expect(availableTimes({ ...dayBefore, date, taken: [] })).toEqual(['09:00', '12:00', '15:00']);
  });

  test('end blocked time until noon at noon, although the morning is an hour shorter or longer', () => {
    const day = { ...wash, kind: 'move' } as const;
    const times = (date: string, durationMinutes: number) =>
      availableTimes({
        ...day,
        date,
        now: startsAt(addDays(date, -1), '12:00'),
        taken: [{ date, time: '00:00', durationMinutes, crew: null, isTimeOff: true }],
      });
    expect(times(forward, 11 * 60)[0]).toBe('12:00');
    expect(times(back, 13 * 60)[0]).toBe('12:00');
  });

  test('count the notice in real time', () => {
    const nine = { ...wash, rules: { ...rules, leastNoticeMinutes: 540 }, time: '09:00' };
    // Nine hours before: an hour earlier by local time in spring, an hour later in autumn.
    expect(checkStart({ ...nine, date: forward, now: startsAt('2026-03-07', '23:00') }).ok).toBe(
      true,
    );
    expect(checkStart({ ...nine, date: forward, now: startsAt('2026-03-07', '23:01') }).ok).toBe(
      false,
    );
    expect(checkStart({ ...nine, date: back, now: '2026-11-01T05:00:00Z' }).ok).toBe(true);
    expect(checkStart({ ...nine, date: back, now: '2026-11-01T05:01:00Z' }).ok).toBe(false);
  });

  test('leave the month with all its days, each once', () => {
    const march = { ...wash, now: '2026-02-20T12:00:00Z', ...monthOf(forward), taken: [] };
    expect(bookableDays(march)).toHaveLength(31);
    const november = { ...wash, now: '2026-10-20T12:00:00Z', ...monthOf(back), taken: [] };
    expect(new Set(bookableDays(november)).size).toBe(30);
  });
});
