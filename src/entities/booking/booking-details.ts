import { bookingDetails, type BookingDetails } from '@contracts/booking.ts';
import { rpc } from '@/lib/rpc.ts';
import { atTheCustomer, type CheckoutState } from '@domain/booking/checkout.ts';
import { accessToken } from '@/lib/access-token.ts';
import { guestRest, restAs } from '@/lib/backend.ts';
import type { BookingRecord } from './booking-record.ts';

/**
 * The details of those bookings that are the signed-in customer's, or of the one whose email address is given. Throws
 * when the backend cannot say.
 */
export async function getBookingDetails(
  bookingIds: readonly string[],
  email?: string,
): Promise<BookingDetails[]> {
  if (bookingIds.length === 0) return [];
  const token = await accessToken();
  const args = { target_booking_ids: bookingIds, ...(email && { email }) };
  return rpc(token ? restAs(token) : guestRest(), bookingDetails, args);
}

export function addressOf({ address, city, province, postal_code }: BookingDetails): string {
  return `${address}, ${city}, ${province} ${postal_code}`;
}

/** The checkout's router state for a booking that waits for its payment. Checkout asks the server for the rest. */
export type CheckoutRequest = Pick<
  CheckoutState,
  | 'bookingId'
  | 'paymentOption'
  | 'depositAmount'
  | 'totalAmount'
  | 'tipAmount'
  | 'price'
  | 'discount'
  | 'nearbyDiscount'
  | 'serviceName'
  | 'customerInfo'
>;

/** Null for a booking that isn't paid online. */
export function checkoutRequest(
  booking: BookingRecord,
  details: BookingDetails,
): CheckoutRequest | null {
  const { payment_option: paymentOption } = booking;
  if (paymentOption === 'pay_later') return null;
  return {
    bookingId: booking.id,
    paymentOption,
    depositAmount: details.deposit_cents,
    totalAmount: details.total_cents,
    tipAmount: details.tip_cents,
    price: details.price_cents,
    discount: details.discount_cents - details.nearby_discount_cents,
    nearbyDiscount: details.nearby_discount_cents,
    serviceName: booking.service_name,
    customerInfo: {
      name: details.customer_name,
      email: details.customer_email ?? '',
      phone: details.customer_phone,
      address: details.address,
      city: details.city,
      province: details.province,
      postalCode: details.postal_code,
      ...atTheCustomer,
    },
  };
}
