import { navigate } from '@/lib/location.tsx';
import { bookingConfirmationPath } from '@/config/paths-of-one.ts';
import { keepCheckout } from '@/entities/booking/booking-session.ts';
import { markCouponUsed } from '@/lib/coupon-flag.ts';
import { paymentStatusOf, type Checkout } from './checkout-state.ts';
import { usePaymentAttempts, type Payment } from './use-payment-attempts.ts';

/** Pays for a booking, and goes on to the confirmation. */
export function usePayment(checkout: Checkout): Payment {
  const leave = (paymentIntentId: string) => {
    if (checkout.discount > 0) markCouponUsed();
    const status = paymentStatusOf(checkout);
    const { address, city, email } = checkout.customerInfo;
    navigate(bookingConfirmationPath(checkout.bookingId, status, paymentIntentId), {
      // The way back must not lead to a form that is paid already.
      replace: true,
      state: { amountPaid: checkout.amountDueNow, place: `${address}, ${city}`, email },
    });
  };
  return usePaymentAttempts({
    failureOnReturn: checkout.failure ?? null,
    onStart: (form) => {
      const state: Checkout = { ...checkout, failure: undefined };
      keepCheckout({ state, form });
    },
    onPaid: leave,
  });
}
