import * as z from 'zod/mini';
import type { OpeningRules } from '../../domain/time/opening-rules.ts';
import { timeOff } from './calendar.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import { flag, text, whole } from './values.ts';

const minutes = whole.check(z.nonnegative());
const times = z.array(text);

/** How times are given out. `domain/time/opening-rules.ts` says what each of them means. */
const rules: z.ZodMiniType<OpeningRules> = z.object({
  leastNoticeMinutes: minutes,
  windowDays: minutes,
  moveWindowDays: minutes,
  bufferMinutes: minutes,
  crews: whole.check(z.positive()),
  hours: z.array(
    z.object({
      weekday: whole,
      isOpen: flag,
      starts: times,
      endsBy: text,
      moveFrom: text,
      moveUntil: text,
      moveEveryMinutes: whole.check(z.positive()),
      moveEndsBy: text,
    }),
  ),
  exceptions: z.array(
    z.object({
      day: text,
      isOpen: flag,
      starts: z.nullable(times),
      endsBy: z.nullable(text),
    }),
  ),
  servedPrefixes: z.array(text),
});

export const openingRules = sqlContract('opening_rules', rules);

/** Why a booking that stands does not fit the rules. */
const brokenRule = z.enum([
  'closed_day',
  'outside_hours',
  'too_close',
  'too_many_at_once',
  'in_time_off',
  'outside_area',
]);

/** The first hundred bookings that do not fit, and how many there are. */
const outside = z.object({
  total: whole,
  bookings: z.array(
    z.object({
      id: text,
      customerName: text,
      day: text,
      time: text,
      serviceName: text,
      rules: z.array(brokenRule),
    }),
  ),
});

/** Everything the owner's screen of times shows. */
const page = z.object({
  /** Tells this state of the rules from every other. */
  mark: text,
  rules,
  /** What special days are called, by day. */
  labels: z.record(text, text),
  timeOff: z.array(timeOff),
  outside,
});

export const timePage = sqlContract('time_page', page);
export const changedRules = sqlContract('change_opening_rules', page);

export type TimePage = AnswerOf<typeof timePage>;
export type Misfits = TimePage['outside'];
export type Misfit = Misfits['bookings'][number];
export type BrokenRule = Misfit['rules'][number];

/** The bookings that stay inside time off that was taken. */
export const addedTimeOff = sqlContract(
  'add_time_off',
  z.object({
    standing: z.array(
      z.object({
        id: text,
        customer_name: text,
        booking_date: text,
        booking_time: text,
        service_name: text,
      }),
    ),
  }),
);

export type StandingBooking = AnswerOf<typeof addedTimeOff>['standing'][number];
