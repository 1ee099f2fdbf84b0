import type { OpeningRules } from '@domain/time/opening-rules.ts';
import { guestRest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';
import { openingRules } from '@contracts/opening-rules.ts';

/** How times are given out, as the owner has set it now. Asked once: the caller knows whether another try is worth it. */
export const loadOpeningRules = (signal: AbortSignal): Promise<OpeningRules> =>
  rpc(guestRest(), openingRules, {}, { get: true, signal });
