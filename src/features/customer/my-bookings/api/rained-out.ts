import type { restAs } from '@/lib/backend.ts';
import type { BookingDetails } from '@/entities/booking/booking-details.ts';
import type { BookingRecord } from '@/entities/booking/booking-record.ts';

export type ListedBooking = BookingRecord & {
  /** Null for a visitor who knows no more than the id. */
  details: BookingDetails | null;
  /** It was called off for rain, and its customer has no other time yet. */
  is_rained_out: boolean;
};

/** The ids of those that are rained out, of the bookings that `rest` may read as their customer. */
export async function getRainedOut(rest: ReturnType<typeof restAs>): Promise<readonly string[]> {
  const answer: { data: unknown } = await rest
    .rpc('rained_out_bookings', {}, { get: true })
    .retry(false)
    .throwOnError();
  return answer.data as string[];
}

export const listed = <Booking extends BookingRecord>(
  booking: Booking,
  details: readonly BookingDetails[],
  rainedOut: readonly string[],
) => {
  const own = details.find((one) => one.booking_id === booking.id) ?? null;
  return {
    ...booking,
    customer_email: own?.customer_email ?? null,
    details: own,
    is_rained_out: rainedOut.includes(booking.id),
  };
};
