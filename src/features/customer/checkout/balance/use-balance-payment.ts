import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { offerPaths } from '@/config/offer-paths.ts';
import { navigate } from '@/lib/location.tsx';
import { balanceQuery } from '../api/balance.ts';
import { usePaymentAttempts } from '../use-payment-attempts.ts';

/** Pays a balance; afterwards the page shows what the server says of it. */
export function useBalancePayment(token: string, failureOnReturn: string | null) {
  const client = useQueryClient();
  const visit = useSearchParams()[0].get('visit');
  const kept = new URLSearchParams({ token, ...(visit !== null && { visit }) });
  const path = `${offerPaths.pay}?${kept.toString()}`;
  const payment = usePaymentAttempts({
    failureOnReturn,
    // What a provider's page added to the address is about the attempt before.
    onStart: () => navigate(path, { replace: true }),
    onPaid: () => void client.invalidateQueries(balanceQuery(token)),
  });
  return { payment, returnUrl: new URL(path, window.location.origin).href };
}
