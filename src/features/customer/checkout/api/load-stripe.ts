import { queryOptions } from '@tanstack/react-query';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';

const patienceMs = 10_000;

export const providerQuery = (publishableKey: string) =>
  queryOptions({
    queryKey: ['payment-provider', publishableKey],
    queryFn: () => loadProvider(publishableKey),
    staleTime: Infinity,
    retry: false,
  });

/**
 * Loads the provider's script, which must come from the provider itself. On a silent network it would
 * wait for ever, so it is given ten seconds. Rejects when it cannot be had; then it may be tried again.
 */
async function loadProvider(publishableKey: string): Promise<Stripe> {
  const script = loadStripe(publishableKey);
  const stripe = await Promise.race([script, giveUpAfter(patienceMs)]);
  if (!stripe) throw new Error('The payment provider could not be loaded.');
  return stripe;
}

function giveUpAfter(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => {
      dropPendingScript();
      resolve(null);
    }, ms);
  });
}

/** The loader keeps waiting for a script that hangs, and would hand the same one to the next try. */
function dropPendingScript() {
  if ('Stripe' in window) return;
  document.querySelector('script[src^="https://js.stripe.com"]')?.dispatchEvent(new Event('error'));
}
