import { addedTimeOff, type StandingBooking } from '@contracts/time-page.ts';
import type { WantedTimeOff } from '@domain/time/time-off.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** Blocks time and answers the bookings inside it. Throws with the code of the refusal. */
export async function addTimeOff(wanted: WantedTimeOff): Promise<StandingBooking[]> {
  const { standing } = await ownRpc(addedTimeOff, {
    from_day: wanted.fromDay,
    from_time: wanted.fromTime,
    until_day: wanted.untilDay,
    until_time: wanted.untilTime,
    reason: wanted.reason,
    crew: wanted.crew,
  });
  return standing;
}

/** Ends time off on these days of it. */
export const endTimeOff = (ids: readonly string[]) => ownRpc('end_time_off', { claim_ids: ids });
