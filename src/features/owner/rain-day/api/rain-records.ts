import type { AnswerState, HeldTime } from '@/entities/rain-day/answer-state.ts';
import type { RainPart } from '../parts.ts';

/** A booking in the part of a day that is closed. */
export type RainyBooking = {
  id: string;
  customer_name: string;
  /** Null for one that was taken by phone: there is nobody to mail. */
  customer_email: string | null;
  customer_phone: string;
  service_name: string;
  booking_date: string;
  booking_time: string;
  duration_minutes: number;
};

export type RainPreview = {
  is_marked: boolean;
  bookings: (RainyBooking & {
    /** Another rain day has asked this customer already. */
    is_asked: boolean;
  })[];
};

export type RainAnswer = {
  id: string;
  booking_id: string;
  customer_name: string;
  customer_email: string | null;
  customer_phone: string;
  service_name: string;
  duration_minutes: number;
  was_date: string;
  was_time: string;
  state: AnswerState;
  asked_at: string;
  answered_at: string | null;
  /** Until when the times are held; null when there were none to offer. */
  expires_at: string | null;
  booking_date: string;
  booking_time: string;
  /** Empty once they lapsed. */
  times: HeldTime[];
};

export type RainDay = {
  id: string;
  day: string;
  part: RainPart;
  answer_hours: number;
  /** It stays listed while somebody who was called off before has not answered. */
  is_taken_back: boolean;
  /** Some of it lies ahead. */
  can_be_taken_back: boolean;
  answers: RainAnswer[];
  /** Booked or left out when the day was marked. */
  unasked: RainyBooking[];
};

export type RainDays = { mail_is_on: boolean; days: RainDay[] };
