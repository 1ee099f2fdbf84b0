// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptCheckout } from '@/entities/booking/booking-session.ts';
import { leavePage } from '@/lib/leave-page.ts';
import { aCheckout, bookingId } from '../testing/checkout-state.ts';
import { confirmCard, payButton, renderCheckout, startShop } from '../testing/render-checkout.tsx';

vi.mock('@/lib/leave-page.ts', () => ({ leavePage: vi.fn() }));

beforeEach(() => {
  sessionStorage.clear();
  vi.mocked(leavePage).mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const providerPage = 'https://shop.example/payments-sandbox/authorize/pi_1/pm_1';
const sentAway = {
  body: { status: 'requires_action', redirectTo: providerPage },
};

async function choose(name: string) {
  await userEvent.click(await screen.findByRole('radio', { name }));
}

test('a card is the default, beside each provider that the payment accepts', async () => {
  startShop();
  renderCheckout();
  const radios = await screen.findAllByRole<HTMLInputElement>('radio');
  expect(radios.map((radio) => [radio.value, radio.checked])).toEqual([
    ['card', true],
    ['affirm', false],
    ['afterpay_clearpay', false],
    ['klarna', false],
  ]);
});

test('a provider needs no card, and the payment continues on its page with a return URL', async () => {
  const shop = startShop({ [confirmCard]: sentAway });
  renderCheckout();
  await choose('Klarna');
  expect(screen.queryByLabelText(/Card number/)).toBeNull();
  expect(screen.getByText(/You approve the payment on Klarna’s page/)).toBeTruthy();
  expect(screen.queryByText(/4242/)).toBeNull();
  await userEvent.click(payButton());
  await waitFor(() => expect(leavePage).toHaveBeenCalledExactlyOnceWith(providerPage));
  expect(shop.sent(confirmCard)[0]?.body).toMatchObject({
    clientSecret: 'pi_1_secret_1',
    method: 'klarna',
    billingDetails: { name: 'Alex Tremblay', address: { postalCode: 'L7C 1A1', country: 'CA' } },
    returnUrl: `${window.location.origin}/booking-confirmation?booking_id=${bookingId}&payment_status=full_paid`,
  });
  expect(payButton().getAttribute('aria-busy')).toBe('true');
});

test('typed values are kept for the return, without the card', async () => {
  startShop({ [confirmCard]: sentAway });
  renderCheckout();
  const user = userEvent.setup({ delay: null });
  await user.type(await screen.findByLabelText(/Card number/), '4242424242424242');
  await user.type(screen.getByLabelText(/Security code/), '987');
  await user.click(screen.getByLabelText('Same as service address'));
  const street = screen.getByLabelText(/Street Address/);
  await user.clear(street);
  await user.type(street, '7 Elm Road');
  await choose('Afterpay');
  await user.click(payButton());
  await waitFor(() => expect(leavePage).toHaveBeenCalled());
  expect(keptCheckout(bookingId)).toMatchObject({
    state: { bookingId, amountDueNow: 11749 },
    form: { method: 'afterpay_clearpay', address: '7 Elm Road' },
  });
  expect(sessionStorage.getItem('booking-checkout')).not.toMatch(/4242|987/);

  cleanup();
  renderCheckout(aCheckout({ failure: 'Afterpay declined the payment. Nothing was charged.' }));
  expect(await screen.findByLabelText(/Street Address/)).toHaveProperty('value', '7 Elm Road');
  expect(screen.getByRole('radio', { name: 'Afterpay' })).toHaveProperty('checked', true);
  expect(screen.getByText('Afterpay declined the payment. Nothing was charged.')).toBeTruthy();
  expect(payButton().hasAttribute('disabled')).toBe(false);
});

test('a decline at the provider is shown above the checkout with the focus, until the next attempt', async () => {
  startShop({ [confirmCard]: sentAway });
  const reason = 'Afterpay declined the payment. Nothing was charged.';
  renderCheckout(aCheckout({ failure: reason }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(reason);
  expect(document.activeElement?.contains(alert)).toBe(true);
  expect(document.activeElement?.contains(payButton())).toBe(false);
  const heading = screen.getByRole('heading', { name: 'Payment' });
  expect(alert.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await choose('Klarna');
  await userEvent.click(payButton());
  await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
});

test("a provider's immediate refusal is shown like any failure, and the form stays", async () => {
  startShop({
    [confirmCard]: {
      status: 400,
      body: { error: { type: 'invalid_request_error', message: 'Internal detail' } },
    },
  });
  renderCheckout();
  await choose('Klarna');
  await userEvent.click(payButton());
  expect((await screen.findAllByText('An unexpected error occurred.')).length).toBeGreaterThan(0);
  expect(leavePage).not.toHaveBeenCalled();
  expect(screen.getByRole('radio', { name: 'Klarna' })).toHaveProperty('checked', true);
});

test("a page restored from the browser's cache can pay again", async () => {
  startShop({ [confirmCard]: sentAway });
  renderCheckout();
  await choose('Klarna');
  await userEvent.click(payButton());
  await waitFor(() => expect(leavePage).toHaveBeenCalledOnce());
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await waitFor(() => expect(payButton().getAttribute('aria-busy')).not.toBe('true'));
  await userEvent.click(payButton());
  await waitFor(() => expect(leavePage).toHaveBeenCalledTimes(2));
});
