import { infiniteQueryOptions } from '@tanstack/react-query';
import type { BookingStatus } from '@domain/booking/booking.ts';
import { callFunction } from '@/lib/backend.ts';
import { ownRest } from '@/lib/own-rest.ts';

export type FindingKind =
  'paid_without_booking' | 'booking_without_payment' | 'refund_stuck' | 'amount_unlike';

type FindingStep = { at: string; by: string; step: string; note: string | null };

/** Where what was paid and what was booked do not fit together. Amounts in cents, moments as instants. */
export type Finding = {
  id: string;
  kind: FindingKind;
  reason: string;
  found_at: string;
  closed_at: string | null;
  outcome: 'mended' | 'cleared' | 'accepted' | null;
  facts: Partial<Record<FactInCents, number>> & {
    paid_at?: string;
    email?: string | null;
    description?: string | null;
  };
  payment_intent_id: string | null;
  booking: {
    id: string;
    customer_name: string;
    service_name: string;
    booking_date: string;
    booking_time: string;
    status: BookingStatus;
  } | null;
  refund: {
    id: string;
    amount_cents: number;
    status: string;
    last_error: string | null;
    attempts: number;
    created_at: string;
  } | null;
  steps: FindingStep[];
};

type FactInCents =
  | 'amount_cents'
  | 'expected_cents'
  | 'total_cents'
  | 'received_cents'
  | 'kept_cents'
  | 'outside_cents';

/** Where the page before ended. */
type Place = { closed_at: string; id: string };
type FindingsPage = { open: Finding[]; closed: Finding[]; next: Place | null };

/** All that is open comes with the first page; what was closed page by page. */
export const findingsQuery = infiniteQueryOptions({
  queryKey: ['payment-findings'],
  queryFn: ({ pageParam, signal }) => getFindings(pageParam, signal),
  initialPageParam: null as Place | null,
  getNextPageParam: ({ next }) => next,
});

async function getFindings(before: Place | null, signal: AbortSignal): Promise<FindingsPage> {
  const answer: { data: unknown } = await (
    await ownRest()
  )
    .rpc('payments_to_look_at', before === null ? {} : { before })
    .abortSignal(signal)
    .retry(false)
    .throwOnError();
  return answer.data as FindingsPage;
}

export type AttachableBooking = NonNullable<Finding['booking']> & {
  total_cents: number;
  collected_cents: number;
  due_now_cents: number;
};

/** Bookings that money could be put to: by their id, or by the customer's e-mail address. */
export async function findAttachable(search: string): Promise<AttachableBooking[]> {
  const answer: { data: unknown } = await (
    await ownRest()
  )
    .rpc('bookings_to_attach', { search })
    .throwOnError();
  return answer.data as AttachableBooking[];
}

export type MendRequest =
  | { action: 'ask_again' | 'refund' | 'retry_refund' }
  | { action: 'attach'; bookingId: string }
  | { action: 'given_back' | 'accept'; note: string };

export type MendOutcome = 'mended' | 'accepted' | 'open' | 'refund_due' | 'already_closed';

export const mendPayment = (findingId: string, request: MendRequest) =>
  callFunction<{ outcome: MendOutcome }>('mend-payment', { findingId, ...request });
