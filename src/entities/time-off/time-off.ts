import type { WantedTimeOff } from '@domain/time/time-off.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import { ownRest } from '@/lib/own-rest.ts';

/** Time off of one day. `until` is "24:00" for the end of the day, `crew` null for everybody. */
export type TimeOff = {
  id: string;
  day: LocalDate;
  from: LocalTime;
  until: LocalTime;
  reason: string;
  crew: number | null;
};

/** A booking inside time off: it stays. */
export type StandingBooking = {
  id: string;
  customer_name: string;
  booking_date: string;
  booking_time: string;
  service_name: string;
};

/** Takes time off; the bookings that stand inside it. Throws with the code of the refusal. */
export async function addTimeOff(wanted: WantedTimeOff): Promise<StandingBooking[]> {
  const rest = await ownRest();
  const answer: { data: unknown } = await rest
    .rpc('add_time_off', {
      from_day: wanted.fromDay,
      from_time: wanted.fromTime,
      until_day: wanted.untilDay,
      until_time: wanted.untilTime,
      reason: wanted.reason,
      crew: wanted.crew,
    })
    .throwOnError();
  return (answer.data as { standing: StandingBooking[] }).standing;
}

/** Ends time off on these days of it. */
export async function endTimeOff(ids: readonly string[]): Promise<void> {
  const rest = await ownRest();
  await rest.rpc('end_time_off', { claim_ids: ids }).throwOnError();
}
