import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { navigate } from '@/lib/location.tsx';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { paths } from '@/config/paths.ts';
import { bookingConfirmationPath } from '@/config/paths-of-one.ts';
import { BackendError } from '@/lib/backend.ts';
import { clockNow } from '@/lib/clock.ts';
import { paymentIntentKey } from './api/create-payment-intent.ts';
import { extendHold } from './api/extend-hold.ts';
import { paymentStatusOf, type Checkout } from './checkout-state.ts';
import { endOfBooking } from './end-of-booking.ts';
import { useHasPassed } from './use-remaining-time.ts';

export type Hold = {
  isExpired: boolean;
  /** Why the time is no longer available; null while it can be held. */
  goneBecause: string | null;
  canExtend: boolean;
  isExtending: boolean;
  /** Why it could not be extended. */
  failure: string | null;
  extend: () => void;
};

/** The hold on the time: whether it stands, and how to make it last. */
export function useHold(checkout: Checkout): Hold {
  const client = useQueryClient();
  const isExpired = useHasPassed(checkout.holdExpiresAt);
  const [goneBecause, setGoneBecause] = useState<string | null>(null);

  // The new end is kept in the router state, so that a reload counts from it too.
  const keep = (change: Partial<Checkout>) => {
    navigate(paths.checkout, { replace: true, state: { ...checkout, ...change } });
  };

  const extension = useMutation({
    mutationFn: () => extendHold(checkout.bookingId),
    onSuccess: async ({ holdExpiresAt, extensionsLeft }) => {
      keep({ holdExpiresAt: believable(holdExpiresAt), extensionsLeft });
      // The payment of an expired hold may have been cancelled in the meantime.
      if (isExpired) await client.invalidateQueries({ queryKey: paymentIntentKey });
    },
    onError: (error) => {
      const code = error instanceof BackendError ? error.code : '';
      if (endOfBooking.has(code)) setGoneBecause(error.message);
      if (code === 'no_extensions_left') keep({ extensionsLeft: 0 });
      if (code === 'already_paid') {
        navigate(bookingConfirmationPath(checkout.bookingId, paymentStatusOf(checkout)), {
          replace: true,
        });
      }
    },
  });

  return {
    isExpired,
    goneBecause,
    canExtend: (checkout.extensionsLeft ?? fixedTerms.hold.maxExtensions) > 0,
    isExtending: extension.isPending,
    failure: extension.error?.message ?? null,
    extend: () => {
      if (!extension.isPending) extension.mutate();
    },
  };
}

/** A hold that was just given is not over: where it seems to be, it is this device's clock that is wrong. */
function believable(holdExpiresAt: string): string {
  if (Date.parse(holdExpiresAt) > clockNow()) return holdExpiresAt;
  return new Date(clockNow() + fixedTerms.hold.minutes * 60_000).toISOString();
}
