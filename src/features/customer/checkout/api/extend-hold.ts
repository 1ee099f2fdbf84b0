import { callFunction } from '@/lib/backend.ts';

export type ExtendedHold = { holdExpiresAt: string; extensionsLeft: number };

/** Holds the time for longer, or takes it again after the hold ran out. Throws BackendError `hold_lapsed` when it is gone. */
export function extendHold(bookingId: string): Promise<ExtendedHold> {
  return callFunction<ExtendedHold>('extend-hold', { bookingId });
}
