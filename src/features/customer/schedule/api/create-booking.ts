import { createdBooking, type CreatedBooking } from '@contracts/booking.ts';
import type { WebsiteBookingInput } from '@contracts/booking-input.ts';
import { callFunction } from '@/lib/call-function.ts';
import { holdToken, ownHoldId } from '@/entities/booking/booking-session.ts';
import { ownOfferToken } from '@/entities/waiting-list/offer-session.ts';

/** Takes the time for a while and prices it. No price is sent: the server has its own. */
export function createBooking(booking: WebsiteBookingInput): Promise<CreatedBooking> {
  const proofs = {
    // A visitor who comes back to choose anew gives up the earlier hold, which would be in the way of this one.
    replacesBookingId: ownHoldId(),
    holdToken: holdToken(),
    offerToken: ownOfferToken(),
  } satisfies Partial<WebsiteBookingInput>;
  return callFunction(createdBooking, { ...booking, ...proofs });
}
