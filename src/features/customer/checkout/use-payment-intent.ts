import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { navigate } from '@/lib/router.tsx';
import { paths } from '@/config/paths.ts';
import { bookingConfirmationPath } from '@/config/paths-of-one.ts';
import { BackendError } from '@/lib/backend.ts';
import { toastFailure } from '@/lib/toast.ts';
import { isDatabaseAway, paymentIntentQuery } from './api/create-payment-intent.ts';
import { paymentStatusOf, type Checkout } from './checkout-state.ts';
import { endOfBooking } from './end-of-booking.ts';

/** There is nothing left to pay here: the confirmation page knows the rest. */
const nothingToPay = new Set(['already_paid', 'payment_processing']);

/**
 * The payment of this booking. A booking that was paid before goes on to its confirmation, one that
 * cannot be paid any more says why, and any other failure leads home with a message.
 */
export function usePaymentIntent(checkout: Checkout, isWanted: boolean) {
  const query = useQuery({ ...paymentIntentQuery(checkout), enabled: isWanted });
  const { error } = query;
  const code = error instanceof BackendError ? error.code : '';
  const isEnd = endOfBooking.has(code);
  const confirmation = bookingConfirmationPath(checkout.bookingId, paymentStatusOf(checkout));

  useEffect(() => {
    if (!error || isEnd) return;
    if (nothingToPay.has(code)) {
      navigate(confirmation, { replace: true });
      return;
    }
    toastFailure('Error creating payment', error.message);
    navigate(paths.home, { replace: true });
  }, [error, isEnd, code, confirmation]);

  return {
    intent: query.data,
    isFetching: query.isFetching,
    /** The server cannot answer just now, and is asked again by itself. */
    isAway: query.isFetching && isDatabaseAway(query.failureReason),
    /** Why this booking cannot be paid any more. */
    goneBecause: isEnd && error ? error.message : null,
  };
}
