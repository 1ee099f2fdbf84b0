import { pickedTime } from '@contracts/picked-time.ts';
import { callFunction } from '@/lib/call-function.ts';
import { logFailure } from '@/lib/log-failure.ts';

/** When an event of the external page starts; null when the server cannot read it. */
export async function startOf(event: string): Promise<string | null> {
  try {
    return (await callFunction(pickedTime, { event })).startsAt;
  } catch (error) {
    logFailure('The time picked on the scheduling page could not be read', error);
    return null;
  }
}
