import { accessToken } from '@/lib/access-token.ts';
import { guestRest, restAs } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** The secret of a link to pay the balance; a guest names the email address of the booking. */
export async function openBalance(bookingId: string, email: string | null): Promise<string> {
  const token = await accessToken();
  const args = { target_booking_id: bookingId, ...(email && { email }) };
  return rpc(token ? restAs(token) : guestRest(), 'open_balance', args);
}
