import type { OfferedStart, RainPlan } from '@domain/booking/rain-plan.ts';
import type { LocalDate } from '@domain/time/schedule.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { RainPart } from '../parts.ts';

export type WantedRainDay = {
  day: LocalDate;
  part: RainPart;
  hours: number;
  /** Every booking that was on screen, also those that are left as they are. */
  seen: readonly string[];
  plan: readonly RainPlan[];
};

/** Closes the part of the day and asks its customers. Throws with the code of the refusal as message. */
export const markRainDay = ({ day, part, hours, seen, plan }: WantedRainDay) =>
  ownRpc('mark_rain_day', {
    on_day: day,
    day_part: part,
    hours,
    seen,
    plan: plan.map(({ id, times }) => ({ bookingId: id, times })),
  });

export const takeBackRainDay = (rainDayId: string) =>
  ownRpc('take_back_rain_day', { rain_day_id: rainDayId });

export const sendRainTimes = (rainDayId: string, bookingId: string, times: OfferedStart[]) =>
  ownRpc('send_rain_times', {
    target_rain_day_id: rainDayId,
    target_booking_id: bookingId,
    times,
  });

export const settleRainAnswer = (answerId: string) =>
  ownRpc('settle_rain_answer', { answer_id: answerId });

export const chooseRainTimeFor = (answerId: string, offerId: string) =>
  ownRpc('choose_rain_time_for', { answer_id: answerId, offer_id: offerId });
