import type { OpeningRules } from '@domain/time/opening-rules.ts';
import { guestRest } from '@/lib/backend.ts';

/** How times are given out, as the owner has set it now. Asked once: the caller knows whether another try is worth it. */
export async function loadOpeningRules(signal: AbortSignal): Promise<OpeningRules> {
  const { data } = await guestRest()
    .rpc('opening_rules', undefined, { get: true })
    .abortSignal(signal)
    .retry(false)
    .throwOnError();
  return data as unknown as OpeningRules;
}
