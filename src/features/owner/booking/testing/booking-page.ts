import type { BookingPage } from '@contracts/owner-booking.ts';

const id = '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f';

/** A booking far ahead whose deposit is paid, as the owner sees it. */
export function aBookingPage({
  booking = {},
  money = {},
  ...rest
}: {
  booking?: Partial<BookingPage['booking']>;
  money?: Partial<BookingPage['money']>;
} & Partial<Omit<BookingPage, 'booking' | 'money'>> = {}): BookingPage {
  return {
    booking: {
      id,
      source: 'online',
      customer_name: 'Alex Tremblay',
      customer_email: 'alex@example.com',
      customer_phone: '+19055550142',
      service_name: 'Premium Detailing',
      vehicle_type: 'suv',
      car_model: 'Mazda CX-5',
      car_year: 2021,
      booking_date: '2126-12-03',
      booking_time: '09:00:00',
      duration_minutes: 180,
      status: 'deposit_paid',
      payment_option: 'pay_deposit',
      price_cents: 11999,
      discount_cents: 0,
      nearby_discount_cents: 0,
      tip_cents: 0,
      tax_cents: 0,
      total_cents: 11999,
      due_now_cents: 2000,
      deposit_cents: 2000,
      tax_label: 'GST (5%)',
      coupon_code: null,
      address: '12 Main Street',
      city: 'Caledon',
      province: 'ON',
      postal_code: 'L7C 1A1',
      more: {},
      done_at: null,
      no_show_at: null,
      ...booking,
    },
    hold_expires_at: null,
    called_off: null,
    drive_minutes: null,
    money: {
      paid_cents: 2000,
      refunded_cents: 0,
      due_on_site_cents: 9999,
      online_kept_cents: 2000,
      reduced_cents: 0,
      reduced_tax_cents: 0,
      tip_on_site_cents: 0,
      overpaid_cents: 0,
      ...money,
    },
    note: { text: '', version: 0 },
    timeline: [],
    disputes: [],
    ...rest,
  };
}
