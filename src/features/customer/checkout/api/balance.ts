import { queryOptions } from '@tanstack/react-query';
import { shownBalance } from '@contracts/balance.ts';
import { balanceIntent } from '@contracts/payments.ts';
import { callFunction } from '@/lib/call-function.ts';
import { BackendError } from '@/lib/backend.ts';

/** What is left to pay behind a link, after settling what has arrived; null when the link is unknown. */
export const balanceQuery = (token: string) =>
  queryOptions({
    queryKey: ['balance', token],
    queryFn: () =>
      callFunction(shownBalance, { token }).catch((error: unknown) => {
        if (error instanceof BackendError && error.code === 'link_unknown') return null;
        throw error;
      }),
    staleTime: 0,
    // Also after a payment whose result could not be loaded.
    refetchInterval: ({ state }) =>
      state.data && (state.data.state === 'processing' || state.error) ? 3_000 : false,
  });

export type BalanceToPay = { token: string; dueCents: number; tipCents: number };

/** The payment of a balance with its tip. The amount is sent only to be compared. */
export const balanceIntentQuery = ({ token, dueCents, tipCents }: BalanceToPay) =>
  queryOptions({
    queryKey: ['balance-intent', token, dueCents, tipCents],
    queryFn: () =>
      callFunction(balanceIntent, { token, tipCents, amountToCharge: dueCents + tipCents }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
