import { queryOptions } from '@tanstack/react-query';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { isBookingId } from '@domain/contact/field-checks.ts';
import { checkoutRequest, getBookingDetails } from '@/entities/booking/booking-details.ts';
import { getBookingById } from '@/entities/booking/booking-record.ts';
import type { Checkout, CheckoutRequest } from '../checkout-state.ts';

const longAgo = new Date(0).toISOString();

export const checkoutQuery = (request: CheckoutRequest) =>
  queryOptions({
    queryKey: ['checkout', request.bookingId],
    queryFn: () => resumeCheckout(request),
    staleTime: Infinity,
    gcTime: 0,
  });

/**
 * The whole checkout of a booking that was handed over by its id and email address: every amount is the server's,
 * whatever the router state says. Null when there is no such booking, or none that is paid online.
 */
async function resumeCheckout(request: CheckoutRequest): Promise<Checkout | null> {
  const { bookingId } = request;
  if (!isBookingId(bookingId)) return null;
  const [booking, [details]] = await Promise.all([
    getBookingById(bookingId),
    getBookingDetails([bookingId], request.customerInfo.email),
  ]);
  const state = booking && details ? checkoutRequest(booking, details) : null;
  if (!booking || !details || !state) return null;
  return {
    ...state,
    taxAmount: details.tax_cents,
    addOns: details.add_ons ?? [],
    taxLines: details.tax_lines ?? undefined,
    couponCode: details.coupon_code,
    amountDueNow: details.due_now_cents,
    serviceId: booking.service_id,
    vehicleType: booking.vehicle_type,
    carModel: booking.car_model,
    carYear: booking.car_year,
    bookingDate: booking.booking_date,
    bookingTime: booking.booking_time,
    // A time without a hold can be held again, like one whose hold has expired.
    holdExpiresAt: details.hold_expires_at ?? longAgo,
    extensionsLeft: Math.max(0, fixedTerms.hold.maxExtensions - details.hold_extensions),
    failure: request.failure,
  };
}
