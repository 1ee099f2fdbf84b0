import type { Json } from '../../database-types.ts';
import { business } from '../../../domain/business.ts';
import { detailColumns } from '../../../domain/booking/details.ts';
import type { Quote } from '../../../domain/money/pricing.ts';
import type { BookingRequest } from './booking-request.ts';

/**
 * The columns of a new booking. Price, tax label and cancellation policy are stored with it, so that a later price
 * change never changes an existing booking.
 */
export function bookingRow(
  request: BookingRequest,
  price: Quote,
  caller: { userId: string | null; clientAddress: string },
): { [column: string]: Json } {
  const { service, details } = request;
  return {
    ...detailColumns(details),
    user_id: caller.userId,
    service_id: service.id,
    service_name: service.name,
    vehicle_type: request.vehicleType,
    booking_date: request.bookingDate,
    booking_time: request.bookingTime,
    duration_minutes: service.durationMinutes,
    payment_option: request.paymentOption,
    price_cents: price.priceCents,
    discount_cents: price.discountCents,
    tip_cents: price.tipCents,
    tax_cents: price.taxCents,
    total_cents: price.totalCents,
    due_now_cents: price.dueNowCents,
    deposit_cents: price.depositCents,
    tax_label: business.tax.label,
    free_cancellation_hours: business.freeCancellationHours,
    location_type: 'mobile',
    client_address: caller.clientAddress,
    replaces_booking_id: request.replacesBookingId,
    hold_token: request.holdToken,
  };
}
