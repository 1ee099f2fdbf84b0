import { ownRest } from '@/lib/own-rest.ts';

/** Ends time off of one day. */
export async function removeTimeOff(id: string): Promise<void> {
  await (await ownRest()).rpc('remove_time_off', { claim_id: id }).throwOnError();
}
