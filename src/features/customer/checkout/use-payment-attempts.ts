import { useEffect, useRef, useState } from 'react';
import { leavePage } from '@/lib/leave-page.ts';
import { toastFailure } from '@/lib/toast.ts';
import { useNetworkBack } from '@/lib/use-network-back.ts';
import { unexpectedRefusal, type PaymentOutcome } from './payment-outcome.ts';

export type Payment = {
  isBusy: boolean;
  /** Why the last try failed, for those who missed the toast. */
  failure: string | null;
  /** The last try got no answer: there is no connection. */
  isUnreachable: boolean;
  /** Why the provider's page sent the customer back unpaid, until the next try. */
  failureOnReturn: string | null;
  /**
   * Runs one attempt to pay; a second one while it lasts is ignored. `form` is what to show again to a customer who
   * comes back unpaid from a provider's own page. `onDeclined` leads back to the fields of a card that cannot pay.
   */
  run: (
    confirm: () => Promise<PaymentOutcome>,
    leads: { form?: object; onDeclined: () => void },
  ) => Promise<void>;
};

type Attempts = {
  failureOnReturn: string | null;
  /** Runs before each attempt: a provider's script may leave the page by itself. */
  onStart: (form?: object) => void;
  onPaid: (paymentIntentId: string) => void;
};

/** Pays once however often the button is pressed. It stays busy once paid: the screen is on its way out. */
export function usePaymentAttempts(attempts: Attempts): Payment {
  // A ref, because a second press can come before the first one has been rendered.
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isUnreachable, setIsUnreachable] = useState(false);
  const [failureOnReturn, setFailureOnReturn] = useState(attempts.failureOnReturn);

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

  useNetworkBack(() => setIsUnreachable(false));

  const run: Payment['run'] = async (confirm, { form, onDeclined }) => {
    if (isRunning.current) return;
    attempts.onStart(form);
    isRunning.current = true;
    setIsBusy(true);
    setFailure(null);
    setIsUnreachable(false);
    setFailureOnReturn(null);
    const outcome = await confirm().catch(() => unexpectedRefusal);
    if (outcome.kind === 'paid') {
      attempts.onPaid(outcome.paymentIntentId);
      return;
    }
    if (outcome.kind === 'leaving') {
      leavePage(outcome.url);
      return;
    }
    isRunning.current = false;
    setIsBusy(false);
    if (outcome.kind === 'unreachable') {
      setIsUnreachable(true);
      return;
    }
    setFailure(outcome.message);
    toastFailure('Your payment did not go through', outcome.message);
    if (outcome !== unexpectedRefusal) onDeclined();
  };

  return { isBusy, failure, isUnreachable, failureOnReturn, run };
}
