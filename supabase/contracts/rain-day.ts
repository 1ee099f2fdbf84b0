import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { flag, maybeText, start, text, vehicleType, whole } from './values.ts';

/** What became of the question that a rain day put to a customer. */
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

/** What a customer is asked, as the link of the mail tells it. */
const offer = z.object({
  state: z.enum([...answerStates, 'lapsed']),
  booking_id: text,
  customer_name: text,
  service_name: text,
  vehicle_type: vehicleType,
  car_model: text,
  car_year: whole,
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

/** A booking in the part of a day that is closed. */
const booking = z.object({
  id: text,
  customer_name: text,
  /** Null for one that was taken by phone: there is nobody to mail. */
  customer_email: maybeText,
  customer_phone: text,
  service_name: text,
  booking_date: text,
  booking_time: text,
  duration_minutes: whole,
});

export type RainyBooking = z.infer<typeof booking>;

/** Whom a rain day would concern. */
export const rainPreview = sqlContract(
  'rain_day_preview',
  z.object({
    is_marked: flag,
    bookings: z.array(
      z.extend(booking, {
        /** Another rain day has asked this customer already. */
        is_asked: flag,
      }),
    ),
  }),
);

export type RainPreview = AnswerOf<typeof rainPreview>;

/** The rain days of the last week and to come, and any that is not answered, with who has answered what. */
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
        /** It stays listed while somebody who was called off before has not answered. */
        is_taken_back: flag,
        /** Some of it lies ahead. */
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
            /** Until when the times are held; null when there were none to offer. */
            expires_at: maybeText,
            booking_date: text,
            booking_time: text,
            /** Empty once they lapsed. */
            times: z.array(heldTime),
          }),
        ),
        /** Booked or left out when the day was marked. */
        unasked: z.array(booking),
      }),
    ),
  }),
);

export type RainDay = AnswerOf<typeof rainDays>['days'][number];
export type RainAnswer = RainDay['answers'][number];
