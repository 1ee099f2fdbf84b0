import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { paymentDisputes } from '@contracts/disputes.ts';
import {
  attachableBookings,
  mendedPayment,
  paymentFindings,
  type Finding,
  type FindingsPage,
} from '@contracts/findings.ts';
import type { OnSiteMethod } from '@domain/money/payment-methods.ts';
import { callFunction } from '@/lib/call-function.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** All that is open comes with the first page; what was closed page by page. */
export const findingsQuery = infiniteQueryOptions({
  queryKey: ['payment-findings'],
  queryFn: ({ pageParam, signal }) => ownRpc(paymentFindings, { before: pageParam }, { signal }),
  initialPageParam: null as FindingsPage['next'],
  getNextPageParam: ({ next }) => next,
});

/** The disputes that are open or were opened within a year. */
export const disputesQuery = queryOptions({
  queryKey: ['payment-disputes'],
  queryFn: ({ signal }) => ownRpc(paymentDisputes, {}, { signal }),
});

/** Bookings that money could be put to: by their id, or by the customer's e-mail address. */
export const findAttachable = (search: string) => ownRpc(attachableBookings, { search });

/** Moves a payment made outside the website to those that need attention. */
export const reopenOutside = (findingId: string) =>
  ownRpc('reopen_outside_payment', { target_finding_id: findingId });

export type MendRequest =
  | { action: 'ask_again' }
  /** Of money that a crew handed over. */
  | { action: 'record' }
  /** `anyway`: also while a bank disputes a payment of the booking. */
  | { action: 'refund' | 'retry_refund'; anyway?: boolean }
  | { action: 'attach'; bookingId: string }
  | { action: 'given_back'; note: string; method: OnSiteMethod }
  | { action: 'accept'; note: string };

export async function mendPayment({ id, reason }: Finding, request: MendRequest) {
  if (reason !== 'handed_over' || (request.action !== 'record' && request.action !== 'attach'))
    return withFreshProof(() => callFunction(mendedPayment, { findingId: id, ...request }));
  await ownRpc('record_handed_over', {
    target_finding_id: id,
    target_booking_id: request.action === 'attach' ? request.bookingId : null,
  });
  return { outcome: 'mended' as const };
}
