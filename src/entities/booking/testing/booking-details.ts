import type { BookingDetails } from '@contracts/booking.ts';
import { aBooking } from './booking-record.ts';

/** The details of {@link aBooking}: nothing paid, everything due online, held for another ten minutes. */
export function someDetails(change: Partial<BookingDetails> = {}): BookingDetails {
  return {
    booking_id: aBooking().id,
    customer_name: 'Alex Tremblay',
    customer_email: 'alex@example.com',
    customer_phone: '+19055550199',
    address: '12 Maple Lane',
    city: 'Caledon',
    province: 'ON',
    postal_code: 'L7C 1A1',
    more: {},
    price_cents: 11999,
    discount_cents: 2000,
    nearby_discount_cents: 0,
    tip_cents: 1250,
    tax_cents: 500,
    total_cents: 11749,
    deposit_cents: 2000,
    paid_cents: 0,
    refunded_cents: 0,
    due_now_cents: 0,
    due_on_site_cents: 0,
    hold_expires_at: new Date(Date.now() + 10 * 60_000).toISOString(),
    hold_extensions: 0,
    ...change,
  };
}
