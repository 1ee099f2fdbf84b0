import { queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@contracts/contract.ts';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { getBookingDetails } from '@/entities/booking/booking-details.ts';
import { bookingColumns, ownBookingsKey, wasReplaced } from '@/entities/booking/booking-record.ts';
import { clockNow } from '@/lib/clock.ts';
import { rememberVisits } from '@/lib/coupon-flag.ts';
import { ownRest } from '@/lib/own-rest.ts';
import { bookingsLinked } from '@/lib/settle-in.ts';
import { getRainDays, listed, type ListedBooking } from './rained-out.ts';

export const ownBookingsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...ownBookingsKey, userId],
    queryFn: () => getOwnBookings(userId, clockNow()),
  });

/**
 * The bookings of an account, the latest day first, without those whose payment was given up and
 * those that a later hold replaced: nobody comes for them. `now` is in milliseconds since 1970. Throws when the backend cannot say, or is not asked at all
 * because nobody is signed in any more.
 */
export async function getOwnBookings(userId: string, now: number): Promise<ListedBooking[]> {
  const rest = await ownRest();
  await bookingsLinked();
  const [{ data }, rainedOut] = await Promise.all([
    rest
      .from('bookings')
      .select(`${bookingColumns},created_at`)
      .eq('user_id', userId)
      .order('booking_date', { ascending: false })
      // The query already tries again; twice would keep the customer waiting.
      .retry(false)
      .throwOnError(),
    getRainDays(rest),
  ]);
  rememberVisits(data);
  const kept = data.filter((booking) => !wasGivenUp(booking, now));
  const details = await getBookingDetails(kept.map(({ id }) => id));
  return kept.map((booking) => listed(booking, details, rainedOut));
}

const { minutes, maxExtensions } = fixedTerms.hold;
const longestHoldMs = minutes * (1 + maxExtensions) * 60_000;

function wasGivenUp(
  booking: Pick<RowOf<'bookings'>, 'status' | 'created_at' | 'replaced_at'>,
  now: number,
): boolean {
  const { status, created_at } = booking;
  const isAbandoned = status === 'pending_payment' && Date.parse(created_at) + longestHoldMs < now;
  return isAbandoned || wasReplaced(booking);
}
