import type { BookingStatus } from '@domain/booking/booking.ts';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import type { BookingPaymentOption } from '@domain/money/pricing.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';

/** A booking as far as a visitor who holds its id may read it: no address, no email, no phone, no money. */
export type BookingRecord = {
  id: string;
  customer_name: string;
  /** Null where the id alone was shown, and for a booking by phone without one. */
  customer_email: string | null;
  service_id: string;
  service_name: string;
  vehicle_type: VehicleType;
  car_model: string;
  car_year: number;
  booking_date: LocalDate;
  booking_time: LocalTime;
  duration_minutes: number;
  status: BookingStatus;
  deposit_paid: boolean;
  payment_option: BookingPaymentOption;
  free_cancellation_hours: number;
  /** Since when a late move keeps the deposit, an instant; null when none did. */
  deposit_kept_since: string | null;
  /** When the visit was marked as done, an instant. */
  done_at: string | null;
  calendar_sequence: number;
  /** What calendars know the appointment by; opens nothing. */
  calendar_uid: string;
};

/** What begins the key of the list of one's own bookings. */
export const ownBookingsKey = ['own-bookings'] as const;

/** What an id alone opens. */
export const guestBookingColumns =
  'id,customer_name,service_id,service_name,vehicle_type,car_model,car_year,' +
  'booking_date,booking_time,duration_minutes,status,deposit_paid,payment_option,' +
  'free_cancellation_hours,deposit_kept_since,done_at,calendar_sequence,calendar_uid';

export const bookingColumns = `${guestBookingColumns},customer_email`;
