import * as z from 'zod/mini';
import { sqlContract } from './contract.ts';
import { maybeText, text, whole } from './values.ts';

const slot = z.object({
  booking_date: text,
  booking_time: text,
  service_name: maybeText,
  duration_minutes: whole,
  crew: z.nullable(whole),
});

export const slotColumns = 'booking_date,booking_time,service_name,duration_minutes,crew';

/** Rows of the view booked_slots as unavailable times. A slot without a service is blocked time. */
export const takenTimes = z.pipe(
  z.array(slot),
  z.transform((slots) =>
    slots.map((one) => ({
      date: one.booking_date,
      time: one.booking_time,
      durationMinutes: one.duration_minutes,
      crew: one.crew,
      isTimeOff: one.service_name === null,
    })),
  ),
);

const taken = z.object({
  booking_date: text,
  booking_time: text,
  duration_minutes: whole,
  crew: z.nullable(whole),
  is_time_off: z.boolean(),
  gap_minutes: whole,
});

const takenAround = z.pipe(
  z.array(taken),
  z.transform((times) =>
    times.map((one) => ({
      date: one.booking_date,
      time: one.booking_time,
      durationMinutes: one.duration_minutes,
      crew: one.crew,
      isTimeOff: one.is_time_off,
      gapMinutes: one.gap_minutes,
    })),
  ),
);

/** What is taken for a visit at a place, with the minutes around each time in which that visit must not be. */
export const takenForPlace = sqlContract('times_taken_for', takenAround);
/** The same for a booking, to its owner. */
export const takenForVisit = sqlContract('times_taken_for_visit', takenAround);

/** Which of some open times are near another visit, and what a booking then costs less. */
export const nearbyStarts = sqlContract(
  'nearby_starts_for',
  z.pipe(
    z.object({ starts: z.array(z.object({ date: text, time: text })), discount_cents: whole }),
    z.transform(({ starts, discount_cents: discountCents }) => ({ starts, discountCents })),
  ),
);
