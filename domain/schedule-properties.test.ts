import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  availableTimes,
  bookableDays,
  bookingRule,
  checkStart,
  localToday,
  overlaps,
  rescheduleRule,
  startsAt,
  startTimes,
} from './schedule.ts';
import { minutesOfDay, timeAtMinute } from './wall-time.ts';

// Around both changes of the clocks, and anywhere else in three years.
const today = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((days) => addDays('2026-03-08', days)),
  fc.integer({ min: -3, max: 3 }).map((days) => addDays('2026-11-01', days)),
  fc.integer({ min: 0, max: 1095 }).map((days) => addDays('2026-01-01', days)),
);
const time = fc.integer({ min: 0, max: 1439 }).map(timeAtMinute);

const days = fc
  .record({
    today,
    time,
    rule: fc.constantFrom(bookingRule, rescheduleRule),
    durationMinutes: fc.constantFrom(120, 180, 240),
    daysAhead: fc.integer({ min: -1, max: 95 }),
    taken: fc.array(
      fc.record({
        daysAfter: fc.integer({ min: -1, max: 1 }),
        time,
        durationMinutes: fc.integer({ min: 1, max: 300 }),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ today: from, time: clock, daysAhead, taken, ...rest }) => {
    const date = addDays(from, daysAhead);
    return {
      ...rest,
      date,
      now: startsAt(from, clock),
      // Nothing that is taken runs over midnight.
      taken: taken.map((one) => ({
        date: addDays(date, one.daysAfter),
        time: one.time,
        durationMinutes: Math.min(one.durationMinutes, 1440 - (minutesOfDay(one.time) ?? 0)),
      })),
    };
  });

test('a time is free if and only if the rule offers it, the clock allows it and nothing overlaps', () => {
  fc.assert(
    fc.property(days, (day) => {
      const free = availableTimes(day);
      for (const start of startTimes(day.rule, day.durationMinutes)) {
        const isAllowed = checkStart({ ...day, time: start }).ok;
        const isTaken = day.taken.some((one) => overlaps(one, { ...day, time: start }));
        expect(free.includes(start)).toBe(isAllowed && !isTaken);
      }
    }),
  );
});

test('every free time starts after the notice and ends before the day does', () => {
  fc.assert(
    fc.property(days, (day) => {
      for (const start of availableTimes(day)) {
        const notice = Date.parse(startsAt(day.date, start)) - Date.parse(day.now);
        expect(notice).toBeGreaterThanOrEqual(day.rule.leastNoticeMinutes * 60_000);
        const end = (minutesOfDay(start) ?? 0) + day.durationMinutes;
        expect(end).toBeLessThanOrEqual(minutesOfDay(day.rule.endsBy) ?? 0);
      }
    }),
  );
});

test('taking a free time takes it away, and adds none', () => {
  fc.assert(
    fc.property(days, fc.nat(), (day, pick) => {
      const free = availableTimes(day);
      const taken = free[pick % Math.max(1, free.length)];
      fc.pre(taken !== undefined);
      const left = availableTimes({ ...day, taken: [...day.taken, { ...day, time: taken }] });
      expect(left).not.toContain(taken);
      expect(free).toEqual(expect.arrayContaining(left));
    }),
  );
});

test('a day is bookable if and only if it has a free time', () => {
  fc.assert(
    fc.property(days, (day) => {
      const from = addDays(day.date, -2);
      const bookable = bookableDays({ ...day, from, to: addDays(from, 5) });
      const expected = [0, 1, 2, 3, 4, 5]
        .map((offset) => addDays(from, offset))
        .filter((date) => availableTimes({ ...day, date }).length > 0);
      expect(bookable).toEqual(expected);
    }),
  );
});

test('a start after 3:00 in the morning is on its own day again when read back', () => {
  fc.assert(
    fc.property(today, fc.integer({ min: 180, max: 1439 }), (date, minute) => {
      expect(localToday(startsAt(date, timeAtMinute(minute)))).toBe(date);
    }),
  );
});
