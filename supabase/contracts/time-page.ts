import * as z from 'zod/mini';
import { timeOff } from './calendar.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import { rules } from './opening-rules.ts';
import { text, whole } from './values.ts';

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
