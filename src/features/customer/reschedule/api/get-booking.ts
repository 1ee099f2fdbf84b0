import { queryOptions } from '@tanstack/react-query';
import { isBookingId } from '@domain/contact/field-checks.ts';
import { soldName } from '@domain/booking/add-ons.ts';
import { addOns, rainedOutBookings, type BookingDetails } from '@contracts/booking.ts';
import { userRest } from '@/lib/backend.ts';
import { bookingColumns } from '@/entities/booking/booking-record.ts';
import { getBookingDetails } from '@/entities/booking/booking-details.ts';
import { rpc } from '@/lib/rpc.ts';
import { bookingsLinked } from '@/lib/settle-in.ts';

const columns =
  `${bookingColumns},vehicle_name,add_ons,total_cents,due_now_cents,deposit_cents,address,city,province,postal_code` as const;

/** A booking of the signed-in customer; null for an unknown one or another customer's. */
export function ownBookingQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['own-booking', bookingId],
    queryFn: ({ signal }) => getOwnBooking(bookingId, signal),
    // What is moved is what stands now.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

type Rest = Awaited<ReturnType<typeof userRest>>;

async function getOwnBooking(bookingId: string, signal: AbortSignal): Promise<OwnBooking | null> {
  if (!isBookingId(bookingId)) return null;
  const rest = await userRest();
  await bookingsLinked();
  const [booking, rainedOut, [details]] = await Promise.all([
    readBooking(rest, bookingId, signal),
    rpc(rest, rainedOutBookings, {}, { get: true, signal }),
    getBookingDetails([bookingId]),
  ]);
  return (
    booking && {
      ...booking,
      money: details,
      service_name: soldName(booking.service_name, addOns.parse(booking.add_ons)),
      is_rained_out: rainedOut.includes(bookingId),
    }
  );
}

async function readBooking(rest: Rest, bookingId: string, signal: AbortSignal) {
  const { data } = await rest
    .from('bookings')
    .select(columns)
    .eq('id', bookingId)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** A booking as its own customer may read it: with the money and where we come to. */
export type OwnBooking = NonNullable<Awaited<ReturnType<typeof readBooking>>> & {
  /** Its day was marked as a rain day, and its customer has not chosen another yet. */
  is_rained_out: boolean;
  /** What was paid and refunded, and what is left to pay. */
  money:
    | Pick<BookingDetails, 'paid_cents' | 'refunded_cents' | 'owed_cents' | 'due_on_site_cents'>
    | undefined;
};
