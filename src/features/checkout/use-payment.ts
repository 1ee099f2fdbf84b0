import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { bookingConfirmationPath } from '@/config/paths-of-one.ts';
import { markCouponUsed } from '@/lib/coupon-flag.ts';
import { toast } from '@/lib/toast.ts';
import { paymentStatusOf, type Checkout } from './checkout-state.ts';
import { unexpectedRefusal, type PaymentOutcome } from './payment-outcome.ts';

export type Payment = {
  isBusy: boolean;
  /** Why the last try failed, for those who missed the toast. */
  failure: string | null;
  /** Runs one attempt to pay; a second one while it lasts is ignored. */
  run: (confirm: () => Promise<PaymentOutcome>) => Promise<void>;
};

/** Pays once however often the button is pressed, and goes on to the confirmation. */
export function usePayment(checkout: Checkout): Payment {
  const navigate = useNavigate();
  // A ref, because a second press can come before the first one has been rendered.
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const leave = async (paymentIntentId: string) => {
    if (checkout.discount > 0) markCouponUsed();
    const status = paymentStatusOf(checkout);
    const { address, city } = checkout.customerInfo;
    await navigate(bookingConfirmationPath(checkout.bookingId, status, paymentIntentId), {
      // The way back must not lead to a form that is paid already.
      replace: true,
      state: { amountPaid: checkout.amountDueNow, place: `${address}, ${city}` },
    });
  };

  const run = async (confirm: () => Promise<PaymentOutcome>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setFailure(null);
    const outcome = await confirm().catch(() => unexpectedRefusal);
    if (outcome.kind === 'paid') {
      // Stays busy: this screen is on its way out.
      await leave(outcome.paymentIntentId);
      return;
    }
    isRunning.current = false;
    setIsBusy(false);
    setFailure(outcome.message);
    toast({ title: 'Payment failed', description: outcome.message, variant: 'destructive' });
  };

  return { isBusy, failure, run };
}
