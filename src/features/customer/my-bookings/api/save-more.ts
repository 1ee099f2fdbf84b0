import { bookingMore } from '@contracts/booking.ts';
import type { MoreInput } from '@domain/booking/more-fields.ts';
import { accessToken } from '@/lib/access-token.ts';
import { guestRest, restAs } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** A booking by its id, and the email address that proves a guest's right to it. */
export type Holding = { bookingId: string; email: string | null };

/** Replaces what the customer told besides. Throws with the code of the refusal as message. */
export async function saveMore({ bookingId, email }: Holding, more: MoreInput) {
  const token = await accessToken();
  return rpc(token ? restAs(token) : guestRest(), bookingMore, {
    target_booking_id: bookingId,
    more,
    ...(email && { email }),
  });
}
