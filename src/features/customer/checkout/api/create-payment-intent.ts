import { callFunction } from '@/lib/call-function.ts';
import { paymentIntent } from '@contracts/payments.ts';
import { queryOptions } from '@tanstack/react-query';
import { BackendError } from '@/lib/backend.ts';
import type { CheckoutState } from '@domain/booking/checkout.ts';

export const paymentIntentKey = ['payment-intent'] as const;

/** The time is held and the details are stored, so a minute without a database is waited out. */
const mostTriesWhileAway = 24;
const awayPauseMs = 5_000;

export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof BackendError && error.code === 'database_away';

/**
 * The payment of this booking, begun once an arrival on the screen. The amount is sent only to be
 * compared: the server charges what it stored.
 */
export function paymentIntentQuery({ bookingId, amountDueNow, customerInfo }: CheckoutState) {
  return queryOptions({
    queryKey: [...paymentIntentKey, bookingId, amountDueNow],
    queryFn: () =>
      callFunction(paymentIntent, {
        bookingId,
        amountToCharge: amountDueNow,
        customerInfo,
      }),
    retry: (failures, error) =>
      (failures < 1 && error instanceof BackendError && error.code === 'network') ||
      (failures < mostTriesWhileAway && isDatabaseAway(error)),
    retryDelay: (_failures, error) => (isDatabaseAway(error) ? awayPauseMs : 1_000),
    staleTime: Infinity,
    // Coming back later the booking may have changed, so nothing is kept for then.
    gcTime: 0,
  });
}
