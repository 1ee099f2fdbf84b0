import type { WantedTimeOff } from '@domain/time-off.ts';
import { ownRest } from '@/lib/own-rest.ts';

export type StandingBooking = {
  id: string;
  customer_name: string;
  booking_date: string;
  booking_time: string;
  service_name: string;
};

/** Takes time off; the bookings that stand inside it, which stay. Throws with the code of the refusal. */
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

/** Ends time off of one day. */
export async function removeTimeOff(id: string): Promise<void> {
  await (await ownRest()).rpc('remove_time_off', { claim_id: id }).throwOnError();
}
