import fc from 'fast-check';
import { defaultBusiness } from '../business/default-business.ts';
import { defaultOpeningRules } from '../time/opening-rules.ts';
import type { OpeningRules, WeekdayHours } from '../time/opening-rules.ts';
import type { TakenTime } from '../time/schedule.ts';
import { minutesOfDay, timeAtMinute } from '../time/wall-time.ts';
import type { LocalDate } from '../time/wall-time.ts';

/** A time of day at a quarter hour. */
const quarter = (min: number, max: number) =>
  fc.integer({ min: min * 4, max: max * 4 }).map((quarters) => timeAtMinute(quarters * 15));

const starts = fc
  .uniqueArray(quarter(6, 20), { minLength: 1, maxLength: 6 })
  .map((times) => times.sort());

const hours: fc.Arbitrary<Omit<WeekdayHours, 'weekday'>> = fc.record({
  isOpen: fc.integer({ max: 5, min: 0 }).map((one) => one > 0),
  starts,
  endsBy: quarter(12, 23),
  moveFrom: quarter(6, 12),
  moveUntil: quarter(12, 20),
  moveEveryMinutes: fc.constantFrom(15, 20, 30, 45, 60, 90),
  moveEndsBy: quarter(12, 23),
});

const everyWeekday = fc.oneof(
  fc.constant(defaultOpeningRules.hours),
  fc
    .tuple(hours, hours, hours, hours, hours, hours, hours)
    .map((week) => week.map((one, index) => ({ weekday: index + 1, ...one }))),
);

const exception = fc.oneof(
  fc.constant({ isOpen: false, starts: null, endsBy: null }),
  fc.record({
    isOpen: fc.constant(true),
    starts: fc.option(starts, { freq: 2 }),
    endsBy: fc.option(quarter(12, 23), { freq: 1 }),
  }),
);

/** Rules an owner could set, with exceptions on some of the named days. */
export const rulesFor = (days: readonly LocalDate[]): fc.Arbitrary<OpeningRules> =>
  fc.record({
    leastNoticeMinutes: fc.constantFrom(0, 45, 120, 1440, 2880),
    windowDays: fc.constantFrom(1, 7, 90),
    moveWindowDays: fc.constantFrom(7, 90, 365),
    bufferMinutes: fc.constantFrom(0, 0, 15, 30, 60),
    arrivalWindowMinutes: fc.constant(0),
    crews: fc.integer({ min: 1, max: 4 }),
    hours: everyWeekday,
    exceptions: fc
      .tuple(
        ...days.map((day) =>
          fc.option(
            exception.map((one) => ({ day, ...one })),
            { freq: 2 },
          ),
        ),
      )
      .map((some) => some.filter((one) => one !== null)),
    servedPrefixes: fc.constant([]),
    needsPlace: fc.constant(false),
    timesFrom: fc.constant('rules' as const),
  });

/** Bookings of one of six crews, or blocked time of one or all of them. None extends past midnight. */
export const takenOn = (date: LocalDate): fc.Arbitrary<TakenTime> =>
  fc
    .record({
      time: fc.integer({ min: 0, max: 1439 }).map(timeAtMinute),
      durationMinutes: fc.integer({ min: 1, max: 300 }),
      crew: fc.integer({ min: 1, max: 6 }),
      timeOff: fc.constantFrom('none', 'none', 'none', 'crew', 'everybody'),
    })
    .map(({ time, durationMinutes, crew, timeOff }) => ({
      date,
      time,
      durationMinutes: Math.min(durationMinutes, 1440 - (minutesOfDay(time) ?? 0)),
      crew: timeOff === 'everybody' ? null : crew,
      isTimeOff: timeOff !== 'none',
    }));

/** Near the base, an hour away, and one that is not placed. */
const postalCodes = ['L7C 1A1', 'L7E 2B2', 'M5V 3C3', 'L1H 4E4', 'N2L 5G5', 'H0H 0H0'];
export const anyPostalCode = fc.constantFrom(...postalCodes);

/** Travel settings as columns of the table, by their names. */
export const anyTravel = fc.record({
  is_on: fc.boolean(),
  base_postal_code: fc.option(fc.constant('L7C 1A1'), { nil: null }),
  leaves_at: fc.constantFrom('05:00', '07:00', '08:30'),
  back_by: fc.constantFrom('18:00', '20:00', '23:59'),
  road_factor: fc.constantFrom(1, 1.3, 2),
  speed_kmh: fc.constantFrom(30, 50, 90),
  least_minutes: fc.constantFrom(0, 10, 30),
  setup_minutes: fc.constantFrom(0, 10, 45),
  packing_minutes: fc.constantFrom(0, 10, 45),
  nearby_minutes: fc.constantFrom(null, 10, 30, 60),
  nearby_discount_cents: fc.constantFrom(0, 1000, 50_000),
});

export type Travel = typeof anyTravel extends fc.Arbitrary<infer One> ? One : never;

/** What is a crew's own, as columns of the tables by their names; null as the business's. */
const ownWays = fc.record({
  base_postal_code: fc.option(anyPostalCode, { nil: null, freq: 1 }),
  skills: fc.option(
    fc.uniqueArray(fc.constantFrom(...defaultBusiness.services.map(({ id }) => id)), {
      minLength: 1,
    }),
    { nil: null, freq: 1 },
  ),
  hours: fc.option(
    fc.uniqueArray(
      fc.record({
        weekday: fc.integer({ min: 1, max: 7 }),
        works_from: quarter(5, 12),
        works_until: fc.oneof(quarter(13, 23), fc.constant('24:00')),
      }),
      { minLength: 5, selector: ({ weekday }) => weekday },
    ),
    { nil: null, freq: 1 },
  ),
});

const asTheBusiness = fc.constant({ base_postal_code: null, skills: null, hours: null });

/** Crews with ways of their own; half of the time, none has any. */
export const anyCrews = fc.oneof(
  fc.array(asTheBusiness, { minLength: 4, maxLength: 4 }),
  fc.array(fc.oneof(asTheBusiness, ownWays), { minLength: 4, maxLength: 4 }),
);

export type Crews = typeof anyCrews extends fc.Arbitrary<infer One> ? One : never;
