import type { restAs } from '@/lib/backend.ts';
import type { BookingRecord } from '@/lib/booking-record.ts';

export type ListedBooking = BookingRecord & {
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

export const withRain = <Booking extends BookingRecord>(
  booking: Booking,
  rainedOut: readonly string[],
) => ({ ...booking, is_rained_out: rainedOut.includes(booking.id) });
