import { reviewRating, type Rating } from '@contracts/review.ts';
import { guestRest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** How the approved reviews rate the business. Throws when that cannot be loaded. */
export const getRating = (signal: AbortSignal): Promise<Rating> =>
  rpc(guestRest(), reviewRating, {}, { signal });
