import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { calledOff, flag, maybeText, text, whole } from './values.ts';

const bookingLine = z.object({
  id: text,
  booking_date: text,
  booking_time: text,
  duration_minutes: whole,
  service_name: text,
  customer_name: text,
  has_email: flag,
  car: text,
  city: text,
  status: text,
  done_at: maybeText,
  no_show_at: maybeText,
  called_off: calledOff,
  /** What is left to be paid on site. */
  due_cents: whole,
});

export type BookingLine = z.infer<typeof bookingLine>;

/** A claim in local time; `until` may be "24:00". A null crew is everybody. */
const stretch = z.object({
  id: text,
  day: text,
  from: text,
  until: text,
  crew: z.nullable(whole),
});

export const timeOff = z.extend(stretch, { reason: text });

export type TimeOff = z.infer<typeof timeOff>;

/** Everything that happens on some days. */
export const calendarRange = sqlContract(
  'calendar_range',
  z.object({
    crews: whole,
    /** Null times: closed. */
    days: z.array(
      z.object({
        day: text,
        is_special: flag,
        label: maybeText,
        from: maybeText,
        until: maybeText,
      }),
    ),
    bookings: z.array(
      z.extend(bookingLine, {
        crew: z.nullable(whole),
        /** Until when an unpaid time is held; null for what stands. */
        hold_expires_at: maybeText,
      }),
    ),
    timeOff: z.array(timeOff),
    offers: z.array(
      z.extend(stretch, {
        kind: z.enum(['rain', 'waiting']),
        name: maybeText,
        service_name: text,
        booking_id: maybeText,
        expires_at: text,
      }),
    ),
  }),
);

export type CalendarRange = AnswerOf<typeof calendarRange>;
export type CalendarDay = CalendarRange['days'][number];
export type CalendarBooking = CalendarRange['bookings'][number];
export type Offer = CalendarRange['offers'][number];

/** Bookings that fit, a page at a time. */
export const foundBookings = sqlContract(
  'find_bookings',
  z.object({
    bookings: z.array(bookingLine),
    /** Where the page ended. */
    next: z.nullable(z.object({ booking_date: text, booking_time: text, id: text })),
  }),
);

export type FoundBookings = AnswerOf<typeof foundBookings>;
