import { isBookingNumber } from '@domain/booking/booking-number.ts';
import { guestRest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';

/** The id of the booking with this number and email address; null when there is none. */
export async function idOfNumber(
  number: string,
  email: string | undefined,
): Promise<string | null> {
  if (email === undefined || !isBookingNumber(number)) return null;
  return rpc(guestRest(), 'booking_of_number', { number, email });
}
