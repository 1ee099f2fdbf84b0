import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayRule, defaultOpeningRules, noticeMinutes } from './opening-rules.ts';
import type { OpeningRules } from './opening-rules.ts';
import { rulesFor, takenOn } from '../testing/any-rules.ts';
import {
  addDays,
  availableTimes,
  bookableDays,
  checkStart,
  localToday,
  overlaps,
  startsAt,
  startsOn,
} from './schedule.ts';
import type { Stretch, TakenTime } from './schedule.ts';
import { minutesOfDay, timeAtMinute } from './wall-time.ts';

// Around both clock changes, and anywhere else in three years.
const today = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((days) => addDays('2026-03-08', days)),
  fc.integer({ min: -3, max: 3 }).map((days) => addDays('2026-11-01', days)),
  fc.integer({ min: 0, max: 1095 }).map((days) => addDays('2026-01-01', days)),
);

const days = fc
  .record({
    today,
    clock: fc.integer({ min: 0, max: 1439 }).map(timeAtMinute),
    kind: fc.constantFrom('booking' as const, 'move' as const),
    durationMinutes: fc.constantFrom(120, 180, 240),
    daysAhead: fc.integer({ min: -1, max: 95 }),
  })
  .chain(({ today: from, clock, daysAhead, ...wish }) => {
    const date = addDays(from, daysAhead);
    const near = [addDays(date, -1), date, addDays(date, 1)];
    const rules = fc.oneof(fc.constant(defaultOpeningRules), rulesFor(near));
    const taken = fc.array(fc.oneof(...near.map(takenOn)), { maxLength: 8 });
    return fc.record({
      kind: fc.constant(wish.kind),
      durationMinutes: fc.constant(wish.durationMinutes),
      date: fc.constant(date),
      now: fc.constant(startsAt(from, clock)),
      rules,
      taken,
    });
  });

test('a time is available if and only if the rules offer it, the notice allows it and a crew is available', () => {
  fc.assert(
    fc.property(days, (day) => {
      const free = availableTimes(day);
      for (const start of startsOn(day.date, day)) {
        const isAllowed = checkStart({ ...day, time: start }).ok;
        expect(free.includes(start)).toBe(isAllowed && hasCrew({ ...day, time: start }, day));
      }
    }),
  );
});

/** Tries each crew, up to more than there can be, one after the other. */
function hasCrew(wanted: Stretch, { rules, taken }: { rules: OpeningRules; taken: TakenTime[] }) {
  const here = taken.filter(({ date }) => date === wanted.date);
  const inTheWay = here.filter((one) =>
    overlaps(one, one.isTimeOff ? wanted : widened(wanted, rules.bufferMinutes)),
  );
  if (inTheWay.some(({ crew }) => crew === null)) return false;
  const crewNumbers = Array.from({ length: 10 }, (_, index) => index + 1);
  const busy = crewNumbers.filter((number) =>
    inTheWay.some(
      ({ crew, isTimeOff }) => crew === number && (number <= rules.crews || !isTimeOff),
    ),
  );
  return busy.length < rules.crews;
}

function widened({ date, time, durationMinutes }: Stretch, minutes: number): Stretch {
  const from = Math.max(0, (minutesOfDay(time) ?? 0) - minutes);
  const before = (minutesOfDay(time) ?? 0) - from;
  return { date, time: timeAtMinute(from), durationMinutes: before + durationMinutes + minutes };
}

test('every available time starts after the notice and ends within the day', () => {
  fc.assert(
    fc.property(days, (day) => {
      for (const start of availableTimes(day)) {
        const notice = Date.parse(startsAt(day.date, start)) - Date.parse(day.now);
        expect(notice).toBeGreaterThanOrEqual(noticeMinutes(day.rules, day.kind) * 60_000);
        const end = (minutesOfDay(start) ?? 0) + day.durationMinutes;
        const { endsBy } = dayRule(day.rules, day.kind, day.date);
        expect(end).toBeLessThanOrEqual(minutesOfDay(endsBy) ?? 0);
      }
    }),
  );
});

test("booking an available time removes it if it was the last crew's, and adds none", () => {
  fc.assert(
    fc.property(days, fc.nat(), (day, pick) => {
      const free = availableTimes(day);
      const time = free[pick % Math.max(1, free.length)];
      fc.pre(time !== undefined);
      const { date, durationMinutes } = day;
      const byEach = Array.from({ length: day.rules.crews }, (_, index) => {
        return { date, time, durationMinutes, crew: index + 1, isTimeOff: false };
      });
      for (const [index] of byEach.entries()) {
        const left = availableTimes({
          ...day,
          taken: [...day.taken, ...byEach.slice(0, index + 1)],
        });
        expect(free).toEqual(expect.arrayContaining(left));
        if (index === byEach.length - 1) expect(left).not.toContain(time);
      }
    }),
  );
});

test('more crews, a smaller gap or less blocked time never remove a time', () => {
  fc.assert(
    fc.property(days, (day) => {
      const free = availableTimes(day);
      const { rules } = day;
      const more = availableTimes({ ...day, rules: { ...rules, crews: rules.crews + 6 } });
      const closer = availableTimes({ ...day, rules: { ...rules, bufferMinutes: 0 } });
      const working = availableTimes({ ...day, taken: day.taken.filter((one) => !one.isTimeOff) });
      expect(closer).toEqual(expect.arrayContaining(free));
      expect(working).toEqual(expect.arrayContaining(free));
      if (!day.taken.some(({ crew }) => crew === null)) {
        expect(more).toEqual(expect.arrayContaining(free));
      }
    }),
  );
});

test('a day is bookable if and only if it has an available time', () => {
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

test('a start after 3:00 in the morning maps back to its own day', () => {
  fc.assert(
    fc.property(today, fc.integer({ min: 180, max: 1439 }), (date, minute) => {
      expect(localToday(startsAt(date, timeAtMinute(minute)))).toBe(date);
    }),
  );
});
