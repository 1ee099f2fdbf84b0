import type { WantedTimeOff } from '@domain/time-off.ts';
import { ownRest } from '@/lib/own-rest.ts';

/** Takes time off; how many bookings stand inside it, which stay. Throws with the code word of the refusal. */
export async function addTimeOff(wanted: WantedTimeOff): Promise<number> {
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
  return (answer.data as { standing: unknown[] }).standing.length;
}

/** Ends time off on all the days of it. */
export async function endTimeOff(ids: readonly string[]): Promise<void> {
  await (await ownRest()).rpc('end_time_off', { claim_ids: ids }).throwOnError();
}
