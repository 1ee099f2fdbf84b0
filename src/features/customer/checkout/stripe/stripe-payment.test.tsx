// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { appConfig } from '@/config/env.ts';
import { bookingId } from '../testing/checkout-state.ts';
import { installFakeStripe } from '../testing/fake-stripe.ts';
import {
  address,
  payButton,
  renderCheckout,
  startShop,
  toldTwice,
} from '../testing/render-checkout.tsx';

beforeEach(() => {
  appConfig.payments = 'stripe';
  appConfig.paymentsPublishableKey = 'pk_test_of_a_shop';
  startShop();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  appConfig.payments = 'sandbox';
  appConfig.paymentsPublishableKey = '';
  for (const script of document.querySelectorAll('script')) script.remove();
});

const confirmation = `/booking-confirmation?booking_id=${bookingId}&payment_status=full_paid`;

async function pay() {
  renderCheckout();
  await waitFor(() => expect(payButton().hasAttribute('disabled')).toBe(false));
  await userEvent.click(payButton());
}

// First in this file: once the script has been had, the loader never asks for it again.
describe("When the provider's script cannot load", () => {
  test('the checkout gives up after ten seconds and offers a retry [S7.56]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderCheckout();
    await waitFor(() =>
      expect(document.querySelector('script[src*="js.stripe.com"]')).not.toBeNull(),
    );
    await act(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
    });
    expect(await screen.findByText('The card form could not be loaded')).toBeTruthy();
    expect(payButton().hasAttribute('disabled')).toBe(true);

    installFakeStripe();
    const user = userEvent.setup({ delay: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    document.querySelector('script[src*="js.stripe.com"]')?.dispatchEvent(new Event('load'));
    expect(await screen.findByText('Fields of the provider: payment')).toBeTruthy();
  });
});

describe("With the provider's fields", () => {
  test('the fields belong to the payment and start with the address of the visit [S2.68, S2.69, S7.54, S9.13]', async () => {
    const stripe = installFakeStripe();
    renderCheckout();
    expect(await screen.findByText('Fields of the provider: payment')).toBeTruthy();
    expect(stripe.elementsOptions.at(-1)).toMatchObject({ clientSecret: 'pi_1_secret_1' });
    expect(stripe.created.find(({ type }) => type === 'address')?.options).toMatchObject({
      mode: 'billing',
      defaultValues: {
        name: 'Alex Tremblay',
        address: { line1: '12 Maple Lane', state: 'ON', country: 'CA' },
      },
    });
    expect(screen.queryByText(/Sandbox payment/)).toBeNull();
  });

  test('the payment returns to the confirmation [S7.55]', async () => {
    const stripe = installFakeStripe();
    stripe.confirmPayment.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    await pay();
    expect(await address()).toBe(`${confirmation}&session_id=pi_1`);
    expect(stripe.confirmPayment).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        redirect: 'if_required',
        confirmParams: { return_url: `${window.location.origin}${confirmation}` },
      }),
    );
  });

  test.each([
    ['card_error', 'Your card has insufficient funds.'],
    ['validation_error', 'Your card number is incomplete.'],
  ])(
    "%s shows the provider's words and leads back to the fields [S8.58, S8.59]",
    async (type, message) => {
      const scrolledTo = vi.fn();
      Element.prototype.scrollIntoView = function () {
        scrolledTo(this.textContent);
      };
      const stripe = installFakeStripe();
      stripe.confirmPayment.mockResolvedValue({ error: { type, message } });
      await pay();
      await toldTwice(message);
      expect(stripe.focused).toEqual(['payment']);
      expect(scrolledTo).toHaveBeenLastCalledWith(
        expect.stringContaining('Fields of the provider'),
      );
      expect(screen.getByText('Fields of the provider: payment')).toBeTruthy();
    },
  );

  test('an error of the connection is shown as one', async () => {
    installFakeStripe().confirmPayment.mockResolvedValue({
      error: { type: 'api_connection_error' },
    });
    await pay();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No connection/);
  });

  test('any other error is shown as unexpected [S8.60]', async () => {
    installFakeStripe().confirmPayment.mockResolvedValue({
      error: { type: 'api_error', message: 'Internal detail' },
    });
    await pay();
    await toldTwice('An unexpected error occurred.');
    expect(screen.queryByText('Internal detail')).toBeNull();
  });
});
