import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { renderScreen } from '@/testing/render-screen.tsx';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { CheckoutScreen } from '../components/checkout-screen.tsx';
import { aCheckout } from './checkout-state.ts';

export const createIntent = 'POST /functions/v1/create-payment-intent';
export const extendHold = 'POST /functions/v1/extend-hold';
export const confirmCard = 'POST /payments-sandbox/intents/pi_1/confirm';
export const answerChallenge = 'POST /payments-sandbox/intents/pi_1/challenge';

export const succeeded = { body: { status: 'succeeded' } };

/** A backend where a payment can be begun; the card is answered by `confirm`. */
export function startShop(answers: Parameters<typeof startFakeBackend>[0] = {}) {
  return startFakeBackend({
    [createIntent]: {
      body: {
        clientSecret: 'pi_1_secret_1',
        paymentIntentId: 'pi_1',
        methods: ['card', 'affirm', 'afterpay_clearpay', 'klarna'],
      },
    },
    [confirmCard]: succeeded,
    ...answers,
  });
}

export function renderCheckout(state: unknown = aCheckout()) {
  return renderScreen(<CheckoutScreen />, { path: '/checkout', state });
}

export const payButton = () => screen.getByRole('button', { name: 'Pay $117.49' });

export async function typeCard(number = '4242424242424242') {
  const user = userEvent.setup({ delay: null });
  await user.type(await screen.findByLabelText(/Card number/), number);
  await user.type(screen.getByLabelText(/Expiry date/), '1239');
  await user.type(screen.getByLabelText(/Security code/), '123');
  return user;
}

/** Where the screen went, once it did. */
export async function address(): Promise<string | null> {
  return (await screen.findByTestId('address')).textContent;
}

/** A failed payment is told in a toast, and beside the button for those who missed it. */
export async function toldTwice(message: string) {
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
}
