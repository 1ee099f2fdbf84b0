import { useEffect, useRef, useState } from 'react';
import { navigate } from '@/lib/router.tsx';
import { bookingConfirmationPath } from '@/config/paths-of-one.ts';
import { keepCheckout } from '@/entities/booking/booking-session.ts';
import { markCouponUsed } from '@/lib/coupon-flag.ts';
import { leavePage } from '@/lib/leave-page.ts';
import { toastFailure } from '@/lib/toast.ts';
import { paymentStatusOf, type Checkout } from './checkout-state.ts';
import { unexpectedRefusal, type PaymentOutcome } from './payment-outcome.ts';

export type Payment = {
  isBusy: boolean;
  /** Why the last try failed, for those who missed the toast. */
  failure: string | null;
  /** Why the provider's page sent the customer back unpaid, until the next try. */
  failureOnReturn: string | null;
  /**
   * Runs one attempt to pay; a second one while it lasts is ignored. `form` is what to show again to a customer who
   * comes back unpaid from a provider's own page.
   */
  run: (confirm: () => Promise<PaymentOutcome>, form?: object) => Promise<void>;
};

/** Pays once however often the button is pressed, and goes on to the confirmation. */
export function usePayment(checkout: Checkout): Payment {
  // A ref, because a second press can come before the first one has been rendered.
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [failureOnReturn, setFailureOnReturn] = useState(checkout.failure ?? null);

  // The way back from a provider's page may bring this one as it was left: still at work.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isRunning.current = false;
      setIsBusy(false);
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

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

  const run = async (confirm: () => Promise<PaymentOutcome>, form?: object) => {
    if (isRunning.current) return;
    // Before anything else: a provider's script may leave the page by itself.
    const state: Checkout = { ...checkout, failure: undefined };
    keepCheckout({ state, form });
    isRunning.current = true;
    setIsBusy(true);
    setFailure(null);
    setFailureOnReturn(null);
    const outcome = await confirm().catch(() => unexpectedRefusal);
    if (outcome.kind === 'paid') {
      // Stays busy: this screen is on its way out.
      leave(outcome.paymentIntentId);
      return;
    }
    if (outcome.kind === 'leaving') {
      leavePage(outcome.url);
      return;
    }
    isRunning.current = false;
    setIsBusy(false);
    setFailure(outcome.message);
    toastFailure('Your payment did not go through', outcome.message);
  };

  return { isBusy, failure, failureOnReturn, run };
}
