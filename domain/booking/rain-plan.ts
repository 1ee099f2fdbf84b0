import { firstCrew } from '../time/free-crew.ts';
import type { Stretch, TakenTime } from '../time/free-crew.ts';
import { addDays } from '../time/local-day.ts';
import { epochMs } from '../time/moment.ts';
import type { Moment } from '../time/moment.ts';
import type { OpeningRules } from '../time/opening-rules.ts';
import { availableTimes } from '../time/schedule.ts';
import { minutesOfDay } from '../time/wall-time.ts';
import type { LocalDate, LocalTime } from '../time/wall-time.ts';

/** A booking on a rain day. */
export type RainBooking = Stretch & {
  id: string;
  /** Where travel counts, the minutes that must lie between this visit and each one of the plan, by its id. */
  gaps?: Readonly<Record<string, number>> | undefined;
};

export type OfferedStart = { date: LocalDate; time: LocalTime };

/**
 * The times offered to the customer of a booking, best first; fewer than planned if there are no more. Hold them in
 * the planned order, all first times before any second one: then each finds a crew.
 */
export type RainPlan = { id: string; times: OfferedStart[] };

type Situation = {
  bookings: readonly RainBooking[];
  rules: OpeningRules;
  /** Bookings, holds and blocked time after the rain day, as they count for this booking. */
  takenFor: (booking: RainBooking) => readonly TakenTime[];
  now: Moment;
};

type Turn = { booking: RainBooking; times: OfferedStart[] };
type Planned = TakenTime & { id: string };
type Day = Omit<Situation, 'takenFor'> & { taken: readonly TakenTime[] };

const timesEach = 3;
/** A time within two weeks is better than another time on the same day; a later one is worse. */
const nearDays = 14;
/** A customer who reads the email in the morning can still choose any of the times. */
const leastHoursToAnswer = 12;

/**
 * Three other times for each booking: on different days if possible, as soon as possible, and near the original time
 * of day. Bookings take turns, so that the first one does not get all the good times, and no time is offered twice.
 */
export function planRainDay(situation: Situation): RainPlan[] {
  const turns: Turn[] = situation.bookings.map((booking) => ({ booking, times: [] }));
  const planned: Planned[] = [];
  const { crews } = situation.rules;
  const travelCounts = turns.some(({ booking }) => Object.keys(booking.gaps ?? {}).length > 0);
  for (let round = 0; round < timesEach; round += 1) {
    for (const turn of turns) {
      const { id, durationMinutes, gaps } = turn.booking;
      const others = planned.map((one) => ({ ...one, gapMinutes: gaps?.[one.id] }));
      const taken = [...situation.takenFor(turn.booking), ...others];
      const start = nextStart(turn, { ...situation, taken });
      if (!start) continue;
      turn.times.push(start);
      // With travel the database takes the crew with the shortest way. Which one isn't known here, so each planned time
      // counts as a crew of its own: then one is free whichever the others get.
      const crew = travelCounts
        ? crews + planned.length + 1
        : firstCrew({ ...start, durationMinutes }, taken, situation.rules);
      planned.push({ ...start, id, durationMinutes, crew, isTimeOff: false });
    }
  }
  return turns.map(({ booking, times }) => ({ id: booking.id, times }));
}

function nextStart(turn: Turn, situation: Day): OfferedStart | null {
  const { date } = turn.booking;
  const near = daysFrom(addDays(date, 1), nearDays);
  const far = daysFrom(addDays(date, 1 + nearDays), situation.rules.windowDays);
  const isNew = (day: LocalDate) => !turn.times.some((start) => start.date === day);
  // A second time on one day comes after all other nearby days.
  for (const days of [near.filter(isNew), near, far]) {
    for (const day of days) {
      const time = nearestTime(day, turn, situation);
      if (time) return { date: day, time };
    }
  }
  return null;
}

/** The available start of a day that is closest to the original time of day. */
function nearestTime(
  date: LocalDate,
  { booking, times }: Turn,
  { rules, taken, now }: Day,
): LocalTime | null {
  const free = availableTimes({
    rules,
    kind: 'booking',
    date,
    durationMinutes: booking.durationMinutes,
    taken,
    now: epochMs(now) + leastHoursToAnswer * 3_600_000,
  }).filter((time) => !times.some((one) => one.date === date && one.time === time));
  const distance = (time: LocalTime) =>
    Math.abs((minutesOfDay(time) ?? 0) - (minutesOfDay(booking.time) ?? 0));
  return free.sort((one, other) => distance(one) - distance(other))[0] ?? null;
}

function daysFrom(first: LocalDate, count: number): LocalDate[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}
