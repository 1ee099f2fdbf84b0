import { queryOptions } from '@tanstack/react-query';
import type { BookingStatus } from '@domain/booking/booking.ts';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import type { BookingPaymentOption } from '@domain/money/pricing.ts';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import type { CalledOff } from '@/entities/rain-day/called-off.ts';
import { ownRest } from '@/lib/own-rest.ts';
import type { PrivateNote } from '@/entities/private-note/private-note.ts';

/** A booking as those see it who run the business. */
export type OwnerBooking = {
  id: string;
  source: 'online' | 'phone';
  customer_name: string;
  customer_email: string | null;
  customer_phone: string;
  service_name: string;
  vehicle_type: VehicleType;
  car_model: string;
  car_year: number;
  booking_date: LocalDate;
  booking_time: LocalTime;
  duration_minutes: number;
  status: BookingStatus;
  payment_option: BookingPaymentOption;
  price_cents: number;
  discount_cents: number;
  tip_cents: number;
  tax_cents: number;
  total_cents: number;
  due_now_cents: number;
  deposit_cents: number;
  tax_label: string;
  coupon_code: string | null;
  address: string;
  city: string;
  province: string;
  postal_code: string;
  done_at: string | null;
  no_show_at: string | null;
};

/** In cents. */
type BookingMoney = {
  paid_cents: number;
  refunded_cents: number;
  due_on_site_cents: number;
  online_kept_cents: number;
  tip_on_site_cents: number;
};

export type PaymentMethod = 'online' | 'cash' | 'card' | 'e_transfer';

type Fact = Readonly<Record<string, unknown>> | null;

/** `at` is an instant; `by` is who of the business did it, or Customer, Guest, System. */
export type TimelineEntry = { at: string } & (
  | {
      kind: 'mail';
      id: string;
      template_type: string;
      to_email: string;
      /** dropped: it was not sent, since by then it was no longer true, or its reader was erased. */
      status: 'queued' | 'sent' | 'failed' | 'dropped';
      /** What the mail server said the last time. */
      last_error: string | null;
      by: string | null;
    }
  | {
      kind: 'payment';
      id: string;
      method: PaymentMethod;
      amount_cents: number;
      tip_cents: number;
      /** canceled: it was noted by hand, and taken back. */
      status: 'processing' | 'succeeded' | 'failed' | 'canceled';
      last_error: string | null;
      by: string | null;
    }
  | {
      kind: 'refund';
      id: string;
      method: PaymentMethod;
      amount_cents: number;
      /** owed: to be given back by hand, since it was not paid online. */
      status: 'pending' | 'sent' | 'succeeded' | 'failed' | 'owed';
      reason: string;
      /** What is still owed is noted as given back with it. */
      finding_id: string | null;
    }
  | { kind: 'change'; id: number; action: string; by: string; was: Fact; is: Fact }
);

export type BookingPage = {
  booking: OwnerBooking;
  /** When an unpaid booking loses its time; null when it is not held. */
  hold_expires_at: string | null;
  called_off: CalledOff;
  money: BookingMoney;
  /** What only the business knows. The version is the one that was read; 0 when there was none. */
  note: PrivateNote;
  /** The newest first. */
  timeline: TimelineEntry[];
};

export const bookingPageKey = (bookingId: string) => ['owner-booking', bookingId] as const;

/** All that is known of a booking. Fails with the code of the refusal as message. */
export const bookingPageQuery = (bookingId: string) =>
  queryOptions({
    queryKey: bookingPageKey(bookingId),
    queryFn: async ({ signal }): Promise<BookingPage> => {
      const rest = await ownRest();
      const answer = await rest
        .rpc('booking_page', { target_booking_id: bookingId })
        .abortSignal(signal)
        .throwOnError();
      return answer.data as BookingPage;
    },
    staleTime: 0,
    // Where nothing is told of changes, they are asked for.
    refetchInterval: 30_000,
    retry: (count, error) => count < 1 && error.message !== 'booking_not_found',
  });
