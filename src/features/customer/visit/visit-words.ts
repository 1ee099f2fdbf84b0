import { estimateInWords, isLate } from '@domain/booking/arrival.ts';
import type { VisitStatus } from '@contracts/visit.ts';
import { localToday } from '@domain/time/schedule.ts';
import { startMs } from '@domain/time/local-day.ts';
import { formatDay } from '@/lib/days.ts';
import { formatClock } from '@/lib/moments.ts';
import { arrivalWindow, toldDayAndTime, toldInSentence } from '@/lib/told-times.ts';

const minute = 60_000;

type Words = { heading: string; lead: string };

/** The heading of a visit's page and the sentences under it. `now` in epoch milliseconds. */
export function wordsOf(visit: VisitStatus, now: number): Words {
  const { first_name: name, booking_date: date } = visit;
  const start = toldDayAndTime({ date, time: visit.booking_time });
  switch (visit.state) {
    case 'booked':
      return bookedWords(visit, now);
    case 'on_the_way':
      return { heading: 'We’re on our way', lead: onTheWayLead(visit) };
    case 'working':
      return { heading: 'We’re working on your car', lead: workingLead(visit, now) };
    case 'done':
      return {
        heading: 'Your car is ready',
        lead: `Thank you, ${name}. We hope you enjoy the drive.`,
      };
    case 'missed':
      return {
        heading: 'Sorry we missed you',
        lead: `We came on ${start} and couldn’t do the work. Call us and we’ll find you another time.`,
      };
    case 'cancelled':
      return {
        heading: 'This visit is cancelled',
        lead: `Your appointment on ${start} is cancelled. You are welcome to book a new time.`,
      };
    case 'rained_out':
      return {
        heading: 'This visit needs a new time',
        lead: `We can’t come on ${formatDay(date)} because of rain. Choose a new time in our newest email, or call us.`,
      };
  }
}

function bookedWords(visit: VisitStatus, now: number): Words {
  const { first_name: name, booking_date: date, booking_time: time } = visit;
  const today = localToday(now);
  const start = startMs(date, time);
  if (start + visit.duration_minutes * minute < now) {
    return {
      heading: 'Your visit',
      lead: `Hello ${name}, your appointment was ${
        date === today ? `today ${toldInSentence(time)}` : `on ${toldDayAndTime({ date, time })}`
      }. Questions? Call us.`,
    };
  }
  if (isLate(now, start, arrivalWindow())) {
    return {
      heading: 'See you today',
      lead: `Hello ${name}, your appointment is ${toldInSentence(time)}. If we aren’t with you yet, please call us.`,
    };
  }
  const heading = date === today ? 'See you today' : `See you on ${formatDay(date)}`;
  return {
    heading,
    lead: `Hello ${name}, we come to you ${toldInSentence(time)}. ${
      date === today
        ? 'This page changes as soon as we’re on our way.'
        : 'On the day, this page tells you when we’re on our way.'
    }`,
  };
}

function onTheWayLead({ on_my_way_at: left, booking_time: time, ...visit }: VisitStatus): string {
  const since = left ? `We left at ${formatClock(left)}` : 'We have left';
  if (visit.arrives_at) {
    const arrivesAt = Date.parse(visit.arrives_at);
    const wait = isLate(arrivesAt, startMs(visit.booking_date, time), arrivalWindow())
      ? ` We are late for your appointment ${toldInSentence(time)}. Thank you for waiting.`
      : '';
    return `${since} and expect to be with you ${estimateInWords(arrivesAt)}.${wait}`;
  }
  const isEarly = left !== null && startMs(visit.booking_date, time) > Date.parse(left);
  return isEarly
    ? `${since} and come to you ${toldInSentence(time)}.`
    : `${since} and are with you soon.`;
}

function workingLead(
  { work_began_at: began, duration_minutes: minutes }: VisitStatus,
  now: number,
) {
  if (!began) return 'You don’t need to be there.';
  const endsAt = Date.parse(began) + minutes * minute;
  const since = `We began at ${formatClock(began)}`;
  return endsAt > now
    ? `${since} and expect to finish around ${formatClock(endsAt)}.`
    : `${since} and will finish soon.`;
}

/** The minutes until the crew arrives; 0 when it is due any moment, null without an estimate. */
export function minutesLeft({ state, arrives_at: at }: VisitStatus, now: number): number | null {
  if (state !== 'on_the_way' || at === null) return null;
  return Math.max(0, Math.ceil((Date.parse(at) - now) / minute));
}

export type Step = { label: string; at: string | null; is: 'past' | 'current' | 'ahead' };

/** The steps of a visit that takes place, with the moments that are known. */
export function stepsOf(visit: VisitStatus): Step[] {
  const reached = moving.findIndex(({ state }) => state === visit.state);
  return moving.map(({ label, moment }, index) => ({
    label,
    at: moment ? (visit[moment] ?? null) : null,
    is: index < reached ? 'past' : index > reached ? 'ahead' : 'current',
  }));
}

const moving = [
  { state: 'booked', label: 'Booked', moment: null },
  { state: 'on_the_way', label: 'On the way', moment: 'on_my_way_at' },
  { state: 'working', label: 'Working', moment: 'work_began_at' },
  { state: 'done', label: 'Done', moment: 'done_at' },
] as const;
