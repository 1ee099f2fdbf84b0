import type { WantedTimeOff } from '@domain/time/time-off.ts';
import { ownRest } from '@/lib/own-rest.ts';

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

/** Why time off could not be taken or ended, by the code of the refusal. */
export const timeOffRefusals: Readonly<Record<string, string>> = {
  invalid_time_off: 'Time off must end after it begins, not be over, and last a year at most.',
  unknown_crew: 'There is no such crew any more. Please load the page again.',
  time_off_not_found: 'This time off has ended already.',
};
