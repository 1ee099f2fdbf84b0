import { ownRest } from '@/lib/own-rest.ts';

/** Ends time off on all the days of it. */
export async function endTimeOff(ids: readonly string[]): Promise<void> {
  await (await ownRest()).rpc('end_time_off', { claim_ids: ids }).throwOnError();
}
