import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { flag, maybeText, start, text, vehicleType, whole } from './values.ts';

/** The states of a customer's answer to a rain day. */
const answerStates = [
  'asked',
  'chosen',
  'declined',
  'settled',
  'moved',
  'cancelled',
  'called_off',
] as const;

const heldTime = z.extend(start, { id: text });

export type HeldTime = z.infer<typeof heldTime>;

/** The rain-day offer behind the link of the email. */
const offer = z.object({
  state: z.enum([...answerStates, 'lapsed']),
  booking_id: text,
  customer_name: text,
  service_name: text,
  vehicle_type: vehicleType,
  /** The class as it was sold; null for bookings of before. */
  vehicle_name: z.optional(maybeText),
  car_model: text,
  car_year: whole,
  /** Absent on a server of the version before. */
  duration_minutes: z.optional(whole),
  was_date: text,
  was_time: text,
  booking_date: text,
  booking_time: text,
  expires_at: maybeText,
  times: z.array(heldTime),
});

export type RainOffer = z.infer<typeof offer>;

export const rainOffer = sqlContract('rain_offer', offer);
export const chosenRainTime = sqlContract('choose_rain_time', offer);
export const declinedRainTimes = sqlContract('decline_rain_times', offer);

/** A booking in the closed part of the day. */
const booking = z.object({
  id: text,
  customer_name: text,
  /** Null for a phone booking without an email address. */
  customer_email: maybeText,
  customer_phone: text,
  service_name: text,
  booking_date: text,
  booking_time: text,
  duration_minutes: whole,
});

export type RainyBooking = z.infer<typeof booking>;

/** The bookings that a rain day would affect. */
export const rainPreview = sqlContract(
  'rain_day_preview',
  z.object({
    is_marked: flag,
    bookings: z.array(
      z.extend(booking, {
        /** Another rain day has already asked this customer. */
        is_asked: flag,
        /** The minutes between this visit and another one of the list, by its id, where travel counts. */
        gaps: z._default(z.record(z.string(), whole), {}),
      }),
    ),
  }),
);

export type RainPreview = AnswerOf<typeof rainPreview>;

/** Rain days of the last week, future ones, and any with open answers, each with its answers. */
export const rainDays = sqlContract(
  'rain_days_with_answers',
  z.object({
    mail_is_on: flag,
    days: z.array(
      z.object({
        id: text,
        day: text,
        part: z.enum(['day', 'morning', 'afternoon']),
        answer_hours: whole,
        /** The rain day was undone; it stays listed while an answer of an affected customer is open. */
        is_taken_back: flag,
        /** A part of it is still ahead. */
        can_be_taken_back: flag,
        answers: z.array(
          z.object({
            id: text,
            booking_id: text,
            customer_name: text,
            customer_email: maybeText,
            customer_phone: text,
            service_name: text,
            duration_minutes: whole,
            was_date: text,
            was_time: text,
            state: z.enum([...answerStates, 'over']),
            /** When the held times expire; null when there were none to offer. */
            expires_at: maybeText,
            booking_date: text,
            booking_time: text,
            /** Empty once they expired. */
            times: z.array(heldTime),
          }),
        ),
        /** Bookings left out, or made while the day was being marked. */
        unasked: z.array(booking),
      }),
    ),
  }),
);

export type RainDay = AnswerOf<typeof rainDays>['days'][number];
export type RainAnswer = RainDay['answers'][number];
