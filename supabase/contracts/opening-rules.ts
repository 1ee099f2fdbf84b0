import * as z from 'zod/mini';
import type { OpeningRules } from '../../domain/time/opening-rules.ts';
import { timeOff } from './calendar.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import { flag, text, whole } from './values.ts';

const minutes = whole.check(z.nonnegative());
const times = z.array(text);

/** The opening rules; `domain/time/opening-rules.ts` documents each field. */
const rules: z.ZodMiniType<OpeningRules> = z.object({
  leastNoticeMinutes: minutes,
  windowDays: minutes,
  moveWindowDays: minutes,
  bufferMinutes: minutes,
  crews: whole.check(z.positive()),
  arrivalWindowMinutes: z._default(minutes, 0),
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
  needsPlace: z._default(flag, false),
  timesFrom: z._default(z.enum(['rules', 'server']), 'rules'),
});

export const openingRules = sqlContract('opening_rules', rules);

/** Why a booking does not fit the rules. */
const brokenRule = z.enum([
  'closed_day',
  'outside_hours',
  'too_close',
  'too_many_at_once',
  'in_time_off',
  'outside_area',
]);

/** The first hundred bookings that do not fit, and the number of all. */
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
  /** Identifies this state of the rules. */
  mark: text,
  rules,
  /** The labels of special days, by day. */
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

/** Existing bookings inside the newly blocked time. */
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
