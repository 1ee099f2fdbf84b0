import type { BookingRecord } from '../booking-record.ts';

type StoredBooking = BookingRecord & { customer_email: string | null };

/** A paid booking of next week, as the data interface answers it. */
export function aBooking(change: Partial<StoredBooking> = {}): StoredBooking {
  return {
    id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
    customer_name: 'Alex Tremblay',
    customer_email: 'alex@example.com',
    service_id: 'premium-detailing',
    service_name: 'Premium Detailing',
    vehicle_type: 'suv',
    car_model: 'Mazda CX-5',
    car_year: 2021,
    booking_date: '2026-12-01',
    booking_time: '09:00:00',
    duration_minutes: 180,
    status: 'confirmed',
    deposit_paid: false,
    payment_option: 'pay_full_online',
    free_cancellation_hours: 24,
    deposit_kept_since: null,
    cancellation_free_until: null,
    done_at: null,
    calendar_sequence: 0,
    calendar_uid: '5e1f7a52-20d5-4f43-9a8f-7c7b6d0f1b22',
    replaced_at: null,
    ...change,
  };
}
