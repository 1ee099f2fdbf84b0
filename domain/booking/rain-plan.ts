import { hasFreeCrew, spanOf, takenSpan } from '../time/free-crew.ts';
import type { Stretch, TakenTime } from '../time/free-crew.ts';
import { addDays } from '../time/local-day.ts';
import { epochMs } from '../time/moment.ts';
import type { Moment } from '../time/moment.ts';
import type { OpeningRules } from '../time/opening-rules.ts';
import { availableTimes } from '../time/schedule.ts';
import { minutesOfDay } from '../time/wall-time.ts';
import type { LocalDate, LocalTime } from '../time/wall-time.ts';

/** A booking that it rains on. */
export type RainBooking = Stretch & { id: string };

export type OfferedStart = { date: LocalDate; time: LocalTime };

/**
 * What is offered to the customer of a booking, the best first; fewer than wanted when there are no more. They
 * are to be taken as they were given out, everybody's first one before anybody's second: so each finds a crew.
 */
export type RainPlan = { id: string; times: OfferedStart[] };

type Situation = {
  bookings: readonly RainBooking[];
  rules: OpeningRules;
  /** What is taken after the rain day. */
  taken: readonly TakenTime[];
  now: Moment;
};

type Turn = { booking: RainBooking; times: OfferedStart[] };

const timesEach = 3;
/** A new time two weeks later is better than a third one on the same day, and worse after that. */
const nearDays = 14;
/** Whoever reads the mail in the morning can still choose any of the times. */
const leastHoursToAnswer = 12;

/**
 * Three other times for each booking: on different days where there are any, as near as there are, and about
 * the time of day it had. Bookings take turns, so that the first one does not get all the good ones, and no
 * time is given out twice.
 */
export function planRainDay(situation: Situation): RainPlan[] {
  const turns: Turn[] = situation.bookings.map((booking) => ({ booking, times: [] }));
  const taken = [...situation.taken];
  for (let round = 0; round < timesEach; round += 1) {
    for (const turn of turns) {
      const start = nextStart(turn, { ...situation, taken });
      if (!start) continue;
      turn.times.push(start);
      const { durationMinutes } = turn.booking;
      const crew = firstCrew({ ...start, durationMinutes }, taken, situation.rules);
      taken.push({ ...start, durationMinutes, crew, isTimeOff: false });
    }
  }
  return turns.map(({ booking, times }) => ({ id: booking.id, times }));
}

function nextStart(turn: Turn, situation: Situation): OfferedStart | null {
  const { date } = turn.booking;
  const near = daysFrom(addDays(date, 1), nearDays);
  const far = daysFrom(addDays(date, 1 + nearDays), situation.rules.windowDays);
  const isNew = (day: LocalDate) => !turn.times.some((start) => start.date === day);
  // A second time on one day comes after all the other days near by.
  for (const days of [near.filter(isNew), near, far]) {
    for (const day of days) {
      const time = nearestTime(day, turn, situation);
      if (time) return { date: day, time };
    }
  }
  return null;
}

/** The free start of a day that is nearest to the time of day the booking had. */
function nearestTime(
  date: LocalDate,
  { booking, times }: Turn,
  { rules, taken, now }: Situation,
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

/** The first crew that is free for a stretch, as the database gives it; the last one when none is. */
export function firstCrew(
  stretch: Stretch,
  taken: readonly TakenTime[],
  rules: OpeningRules,
): number {
  const span = spanOf(stretch);
  const onDay = taken.filter((one) => one.date === stretch.date);
  const isFree = (crew: number) =>
    hasFreeCrew(
      span,
      onDay.filter((one) => one.crew === crew).map((one) => ({ ...takenSpan(one), crew: 1 })),
      { ...rules, crews: 1 },
    );
  let crew = 1;
  while (crew < rules.crews && !isFree(crew)) crew += 1;
  return crew;
}

function daysFrom(first: LocalDate, count: number): LocalDate[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}
