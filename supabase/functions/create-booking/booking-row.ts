import type { Json } from '../../database-types.ts';
import type { Business } from '../../../domain/business/business.ts';
import { bookedMinutes, sellAddOns } from '../../../domain/booking/add-ons.ts';
import { vehicleName } from '../../../domain/booking/catalogue.ts';
import { detailColumns, type Details } from '../../../domain/booking/details.ts';
import { taxNames, type Quote } from '../../../domain/money/pricing.ts';
import type { BookingRequest } from './booking-request.ts';

/** `nearbyPrice` is the price for a start near another visit; null when it is the same. */
export type Prices = { price: Quote; nearbyPrice: Quote | null };

const priceColumns = (price: Quote, { couponCode }: Details) => ({
  coupon_code: price.discountCents > 0 ? couponCode : null,
  price_cents: price.priceCents,
  discount_cents: price.discountCents + price.nearbyDiscountCents,
  nearby_discount_cents: price.nearbyDiscountCents,
  tip_cents: price.tipCents,
  tax_cents: price.taxCents,
  tax_lines: [...price.taxLines],
  total_cents: price.totalCents,
  due_now_cents: price.dueNowCents,
  deposit_cents: price.depositCents,
});

/**
 * The columns of a new booking. Price, tax label and cancellation policy are stored with it, so that a later price
 * change never changes an existing booking.
 */
export function bookingRow(
  request: BookingRequest,
  { price, nearbyPrice }: Prices,
  business: Business,
  caller: { userId: string | null; clientAddress: string },
): { [column: string]: Json } {
  const { service, addOns, details } = request;
  return {
    ...detailColumns(details),
    user_id: caller.userId,
    service_id: service.id,
    service_name: service.name,
    vehicle_type: request.vehicleType,
    vehicle_name: vehicleName(business, request.vehicleType),
    booking_date: request.bookingDate,
    booking_time: request.bookingTime,
    duration_minutes: bookedMinutes(service, addOns),
    add_ons: addOns.length > 0 ? sellAddOns(addOns, request.vehicleType) : null,
    payment_option: request.paymentOption,
    ...priceColumns(price, details),
    if_nearby: nearbyPrice && priceColumns(nearbyPrice, details),
    tax_label: taxNames(business.tax).slice(0, 40),
    free_cancellation_hours: business.freeCancellationHours,
    location_type: 'mobile',
    client_address: caller.clientAddress,
    replaces_booking_id: request.replacesBookingId,
    hold_token: request.holdToken,
    text_consent: request.textConsent,
  };
}
