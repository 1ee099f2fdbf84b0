import { queryOptions } from '@tanstack/react-query';
import { isBookingId } from '@domain/contact/field-checks.ts';
import { guestRest } from '@/lib/backend.ts';
import { idOfNumber } from '@/entities/booking/booking-of-number.ts';
import { getBookingDetails } from '@/entities/booking/booking-details.ts';
import { getBookingById, wasReplaced } from '@/entities/booking/booking-record.ts';
import { getRainDays, listed, type ListedBooking } from './rained-out.ts';

/**
 * `bookingId` may be a booking number if the email address is given. `email` is left out for a link from an email:
 * the id alone opens its booking, without address and money.
 */
export type Wanted = { bookingId: string; email?: string };

export const guestBookingQuery = (wanted: Wanted | null) =>
  queryOptions({
    queryKey: ['guest-booking', wanted],
    queryFn: () => wanted && findBooking(wanted),
    enabled: wanted !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/** The booking, or null when there is none with this id or number and email address. Throws when the backend cannot say. */
async function findBooking({ bookingId: typed, email }: Wanted): Promise<ListedBooking | null> {
  const bookingId = isBookingId(typed) ? typed : await idOfNumber(typed, email);
  if (bookingId === null) return null;
  const [booking, details, rainedOut] = await Promise.all([
    getBookingById(bookingId, email),
    email === undefined ? [] : getBookingDetails([bookingId], email),
    getRainDays(guestRest(bookingId, email)),
  ]);
  if (!booking || wasReplaced(booking) || (email !== undefined && details.length === 0))
    return null;
  return listed(booking, details, rainedOut);
}
