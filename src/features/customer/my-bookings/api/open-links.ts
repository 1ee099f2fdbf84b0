import { accessToken } from '@/lib/access-token.ts';
import { guestRest, restAs } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** The secret of a link to pay the balance; a guest names the email address of the booking. */
export async function openBalance(bookingId: string, email: string | null): Promise<string> {
  return rpc(await ownOrGuestRest(), 'open_balance', argsOf(bookingId, email));
}

/** The path of a link to the page of a visit. */
export async function openVisit(bookingId: string, email: string | null): Promise<string> {
  return rpc(await ownOrGuestRest(), 'open_visit', argsOf(bookingId, email));
}

async function ownOrGuestRest() {
  const token = await accessToken();
  return token ? restAs(token) : guestRest();
}

const argsOf = (bookingId: string, email: string | null) => ({
  target_booking_id: bookingId,
  ...(email && { email }),
});
