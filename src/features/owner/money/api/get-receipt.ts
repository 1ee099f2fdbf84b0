import { queryOptions } from '@tanstack/react-query';
import type { BookingStatus } from '@domain/booking/booking.ts';
import type { PaymentMethod } from '@domain/money/receipt.ts';
import { ownRest } from '@/lib/own-rest.ts';

/** What a receipt is made of, in cents and instants. */
export type StoredReceipt = {
  booking: {
    id: string;
    customer_name: string;
    customer_email: string | null;
    customer_phone: string;
    address: string;
    city: string;
    province: string;
    postal_code: string;
    service_name: string;
    car_model: string;
    car_year: number;
    booking_date: string;
    booking_time: string;
    status: BookingStatus;
    price_cents: number;
    discount_cents: number;
    coupon_code: string | null;
    tax_cents: number;
    tax_label: string;
    tip_cents: number;
    total_cents: number;
  };
  due_on_site_cents: number;
  payments: {
    method: PaymentMethod;
    amount_cents: number;
    tip_cents: number;
    settled_at: string;
  }[];
  refunds: { method: PaymentMethod; amount_cents: number; created_at: string; status: string }[];
};

export const receiptQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['booking-receipt', bookingId],
    queryFn: ({ signal }) => getReceipt(bookingId, signal),
    // It is handed to people: never as it was half a minute ago.
    staleTime: 0,
  });

async function getReceipt(bookingId: string, signal: AbortSignal): Promise<StoredReceipt> {
  const answer: { data: unknown } = await (
    await ownRest()
  )
    .rpc('booking_receipt', { target_booking_id: bookingId })
    .abortSignal(signal)
    .retry(false)
    .throwOnError();
  return answer.data as StoredReceipt;
}
