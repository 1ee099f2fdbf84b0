import { appConfig } from '@/config/env.ts';
import { CheckoutScreen } from '@/features/customer/checkout/components/checkout-screen.tsx';
import { useOwnDocument } from '@/lib/own-document.ts';

/** The checkout; in a document of its own where the payment provider's script is let in. */
export default function Checkout() {
  const isLeaving = useOwnDocument(appConfig.payments !== 'sandbox');
  return isLeaving ? null : <CheckoutScreen />;
}
