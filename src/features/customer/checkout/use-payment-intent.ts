import { useEffect, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { navigate } from '@/lib/location.tsx';
import { paths } from '@/config/paths.ts';
import { bookingConfirmationPath } from '@/config/paths-of-one.ts';
import { BackendError } from '@/lib/backend.ts';
import { toast } from '@/lib/toast.ts';
import { isDatabaseAway, paymentIntentQuery } from './api/create-payment-intent.ts';
import { paymentStatusOf, type Checkout, type CheckoutRequest } from './checkout-state.ts';
import { endOfBooking } from './end-of-booking.ts';

/** There is nothing left to pay here: the confirmation page knows the rest. */
const nothingToPay = new Set(['already_paid', 'payment_processing']);

/**
 * The payment of this booking. A booking that was paid before goes on to its confirmation, one that
 * cannot be paid any more says why, and any other failure leads home with a message and the way back.
 */
export function usePaymentIntent(checkout: Checkout, isWanted: boolean) {
  const query = useQuery({ ...paymentIntentQuery(checkout), enabled: isWanted });
  const { error } = query;
  const code = error instanceof BackendError ? error.code : '';
  const isEnd = endOfBooking.has(code);
  const request = useRequest(checkout);
  const confirmation = bookingConfirmationPath(checkout.bookingId, paymentStatusOf(checkout));

  useEffect(() => {
    if (!error || isEnd) return;
    if (nothingToPay.has(code)) {
      navigate(confirmation, { replace: true });
      return;
    }
    toast({
      title: 'Error creating payment',
      description: error.message,
      variant: 'destructive',
      duration: 15_000,
      action: {
        label: 'Back to your booking',
        onSelect: () => navigate(paths.checkout, { state: request }),
      },
    });
    navigate(paths.home, { replace: true });
  }, [error, isEnd, code, confirmation, request]);

  return {
    intent: query.data,
    isFetching: query.isFetching,
    /** The server cannot answer just now, and is asked again by itself. */
    isAway: query.isFetching && isDatabaseAway(query.failureReason),
    /** Why this booking cannot be paid any more. */
    goneBecause: isEnd && error ? error.message : null,
  };
}

/** By it the checkout begins again, with the amounts of the server. */
function useRequest({ bookingId, customerInfo }: Checkout): CheckoutRequest {
  const { email } = customerInfo;
  return useMemo(() => ({ bookingId, customerInfo: { email } }), [bookingId, email]);
}
