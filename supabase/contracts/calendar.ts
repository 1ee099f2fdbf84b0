import * as z from 'zod/mini';
import { addOns } from './booking.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import { calledOff, flag, maybeText, text, whole } from './values.ts';

const bookingLine = z.object({
  id: text,
  booking_date: text,
  booking_time: text,
  duration_minutes: whole,
  service_name: text,
  add_ons: addOns,
  customer_name: text,
  has_email: flag,
  car: text,
  city: text,
  status: text,
  done_at: maybeText,
  no_show_at: maybeText,
  called_off: calledOff,
  /** The amount due on site. */
  due_cents: whole,
});

export type BookingLine = z.infer<typeof bookingLine>;

/** A claim in local time; `until` may be "24:00". A null crew means all crews. */
const stretch = z.object({
  id: text,
  day: text,
  from: text,
  until: text,
  crew: z.nullable(whole),
});

export const timeOff = z.extend(stretch, { reason: text });

export type TimeOff = z.infer<typeof timeOff>;

/** Everything on the calendar in a range of days. */
export const calendarRange = sqlContract(
  'calendar_range',
  z.object({
    crews: whole,
    /** Null times on a closed day. */
    days: z.array(
      z.object({
        day: text,
        is_special: flag,
        label: maybeText,
        from: maybeText,
        until: maybeText,
      }),
    ),
    /** Of crews with hours of their own; null times on a day off. The former version doesn't answer them. */
    crewHours: z.optional(
      z.array(z.object({ day: text, crew: whole, from: maybeText, until: maybeText })),
    ),
    bookings: z.array(
      z.extend(bookingLine, {
        crew: z.nullable(whole),
        /** When the hold of an unpaid booking expires; null for a confirmed one. */
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
export type CrewDay = NonNullable<CalendarRange['crewHours']>[number];
export type CalendarDay = CalendarRange['days'][number];
export type CalendarBooking = CalendarRange['bookings'][number];
export type Offer = CalendarRange['offers'][number];

/** Matching bookings, a page at a time. */
export const foundBookings = sqlContract(
  'find_bookings',
  z.object({
    bookings: z.array(z.extend(bookingLine, { crew: z.optional(z.nullable(whole)) })),
    /** How many there are. */
    crews: z._default(whole, 1),
    /** The last row of the page. */
    next: z.nullable(z.object({ booking_date: text, booking_time: text, id: text })),
  }),
);

export type FoundBookings = AnswerOf<typeof foundBookings>;
export type FoundBooking = FoundBookings['bookings'][number];
