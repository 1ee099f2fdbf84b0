import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstCrew,
  hasFreeCrew,
  overlaps,
  spanOf,
  takenSpan,
  type TakenTime,
} from '../time/free-crew.ts';
import { addDays } from '../time/local-day.ts';
import { defaultOpeningRules, type OpeningRules } from '../time/opening-rules.ts';
import { planRainDay, type RainBooking } from './rain-plan.ts';

// Sunday evening; it rains on Tuesday.
const now = '2026-11-22T23:00:00Z';
const rainDay = '2026-11-24';

const booking = (id: string, time: string, durationMinutes = 180): RainBooking => ({
  id,
  date: rainDay,
  time,
  durationMinutes,
});

const taken = (date: string, time: string, durationMinutes = 180, crew = 1): TakenTime => ({
  date,
  time,
  durationMinutes,
  crew,
  isTimeOff: false,
});

const wholeDay = (date: string): TakenTime => ({
  ...taken(date, '00:00', 24 * 60),
  crew: null,
  isTimeOff: true,
});

const plan = (
  bookings: RainBooking[],
  { takenTimes = [] as TakenTime[], rules = defaultOpeningRules, at = now } = {},
) => planRainDay({ bookings, rules, takenFor: () => takenTimes, now: at });

/** One crew cannot have both. */
const clash = (one: TakenTime, other: TakenTime) => one.crew === other.crew && overlaps(one, other);

const words = (times: { date: string; time: string }[] = []) =>
  times.map(({ date, time }) => `${date.slice(5)} ${time}`);

describe('The times offered for a rain day', () => {
  test('are on the next three days, at the original time of day', () => {
    const [offer] = plan([booking('a', '12:00')]);
    expect(words(offer?.times)).toEqual(['11-25 12:00', '11-26 12:00', '11-27 12:00']);
  });

  test('are as close as possible to the original time of day', () => {
    const [offer] = plan([booking('a', '15:00')], { takenTimes: [taken('2026-11-25', '15:00')] });
    expect(words(offer?.times)[0]).toBe('11-25 12:00');
  });

  test('skip full, closed and blocked days', () => {
    const rules: OpeningRules = {
      ...defaultOpeningRules,
      exceptions: [{ day: '2026-11-26', isOpen: false, starts: null, endsBy: null }],
    };
    const [offer] = plan([booking('a', '09:00')], {
      rules,
      takenTimes: [wholeDay('2026-11-25'), taken('2026-11-27', '09:00', 540)],
    });
    expect(words(offer?.times)).toEqual(['11-28 09:00', '11-29 09:00', '11-30 09:00']);
  });

  test('leave room for the whole service', () => {
    const [offer] = plan([booking('a', '15:00', 240)]);
    expect(words(offer?.times)).toEqual(['11-25 12:00', '11-26 12:00', '11-27 12:00']);
  });

  test('are handed out in turns, each time once', () => {
    const plans = plan([booking('a', '09:00'), booking('b', '12:00'), booking('c', '15:00')]);
    expect(plans.map(({ times }) => words(times)[0])).toEqual([
      '11-25 09:00',
      '11-25 12:00',
      '11-25 15:00',
    ]);
    const all = plans.flatMap(({ times }) => words(times));
    expect(new Set(all).size).toBe(9);
  });

  test('may be the same for two customers if there are two crews', () => {
    const plans = plan([booking('a', '09:00'), booking('b', '09:00')], {
      rules: { ...defaultOpeningRules, crews: 2 },
    });
    expect(plans.map(({ times }) => words(times)[0])).toEqual(['11-25 09:00', '11-25 09:00']);
  });

  test('include two on one day only if no other nearby day has any', () => {
    const busy = Array.from({ length: 14 }, (_, index) => addDays(rainDay, index + 1))
      .filter((day) => day !== '2026-11-30')
      .map(wholeDay);
    const [offer] = plan([booking('a', '09:00')], { takenTimes: busy });
    expect(words(offer?.times)).toEqual(['11-30 09:00', '11-30 12:00', '11-30 15:00']);
  });

  test('leave half a day to answer', () => {
    // At 10 PM on Monday, Tuesday at nine leaves too little time to answer.
    const [offer] = planRainDay({
      bookings: [{ id: 'a', date: '2026-11-23', time: '09:00', durationMinutes: 120 }],
      rules: defaultOpeningRules,
      takenFor: () => [],
      now: '2026-11-24T03:00:00Z',
    });
    expect(words(offer?.times)[0]).toBe('11-24 12:00');
  });

  test('leave the way between two visits, and to those that stand, where travel counts', () => {
    const [near, far] = planRainDay({
      bookings: [
        { ...booking('near', '09:00', 120), gaps: { far: 90 } },
        { ...booking('far', '12:00', 120), gaps: { near: 90 } },
      ],
      rules: defaultOpeningRules,
      // At 12:00 there is a visit an hour's way from the second place.
      takenFor: ({ id }) => [
        { ...taken('2026-11-26', '12:00', 120), gapMinutes: id === 'far' ? 75 : 0 },
      ],
      now,
    });
    expect(words(near?.times)).toEqual(['11-25 09:00', '11-26 09:00', '11-28 09:00']);
    // Never an hour after the other visit, or after the one that stands.
    expect(words(far?.times)).toEqual(['11-25 15:00', '11-27 12:00', '11-28 15:00']);
  });

  test('are none if no time is available', () => {
    const busy = Array.from({ length: 120 }, (_, index) => wholeDay(addDays(rainDay, index + 1)));
    expect(plan([booking('a', '09:00')], { takenTimes: busy })).toEqual([{ id: 'a', times: [] }]);
  });

  test.each([false, true])('find a crew each, with travel %j', (countsTravel) => {
    const stretch = fc.record({
      day: fc.integer({ min: 1, max: 6 }),
      time: fc.constantFrom('09:00', '10:30', '12:00', '15:00'),
      crew: fc.integer({ min: 1, max: 3 }),
    });
    const wanted = fc.array(fc.constantFrom(120, 180, 240), { minLength: 1, maxLength: 6 });
    const property = fc.property(
      fc.array(stretch, { maxLength: 12 }),
      wanted,
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(0, 30),
      (stretches, lengths, crews, bufferMinutes) => {
        const rules = { ...defaultOpeningRules, crews, bufferMinutes };
        const standing = stretches
          .map(({ day, time, crew }) => taken(addDays(rainDay, day), time, 180, crew))
          .filter((one, index, all) => !all.slice(0, index).some((other) => clash(one, other)));
        const bookings = lengths.map((minutes, index) => ({
          ...booking(String(index), '09:00', minutes),
          ...(countsTravel && { gaps: { [index]: 0 } }),
        }));
        // In order, each time finds a crew, like in the database: the first one, or any with travel.
        const plans = plan(bookings, { rules, takenTimes: standing });
        const all = [0, 1, 2].flatMap((round) =>
          plans.flatMap(({ id, times }) =>
            times.slice(round, round + 1).map((start) => ({
              ...start,
              durationMinutes: lengths[Number(id)] ?? 0,
            })),
          ),
        );
        const claims = [...standing];
        for (const start of all) {
          const onDay = claims.filter(({ date }) => date === start.date).map(takenSpan);
          const span = spanOf(start);
          const isFree = (crew: number) =>
            hasFreeCrew(
              span,
              onDay.filter((one) => one.crew === crew).map((one) => ({ ...one, crew: 1 })),
              { ...rules, crews: 1 },
            );
          const free = Array.from({ length: crews }, (_, index) => index + 1).filter(isFree);
          expect(free).not.toEqual([]);
          const crew = countsTravel ? free.at(-1) : firstCrew(start, claims, rules);
          claims.push({ ...start, crew: crew ?? 1, isTimeOff: false });
        }
      },
    );
    fc.assert(property, { numRuns: 60 });
  });
});
