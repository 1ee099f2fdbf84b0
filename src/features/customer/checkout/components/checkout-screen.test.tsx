// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BookingDetails } from '@contracts/booking.ts';
import { someDetails } from '@/entities/booking/testing/booking-details.ts';
import { aBooking } from '@/entities/booking/testing/booking-record.ts';
import { HeldElsewhereNotice } from '@/entities/booking/held-booking-notice.tsx';
import { renderScreen } from '@/testing/render-screen.tsx';
import { refusal } from '@/testing/fake-backend.ts';
import { aCheckout, bookingId } from '../testing/checkout-state.ts';
import {
  address,
  answerChallenge,
  confirmCard,
  createIntent,
  payButton,
  renderCheckout,
  startShop,
  succeeded,
  toldTwice,
  typeCard,
} from '../testing/render-checkout.tsx';

beforeEach(() => localStorage.clear());

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const confirmation = `/booking-confirmation?booking_id=${bookingId}&payment_status=full_paid`;
const declined = {
  status: 402,
  body: { error: { type: 'card_error', message: 'Your card was declined.' } },
};

describe('Arriving', () => {
  test('without a booking says so and goes home [S2.15, S2.73, S8.56]', async () => {
    startShop();
    renderCheckout(null);
    expect(await screen.findByText('No booking information found.')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(await address()).toBe('/');
  });

  test('leads back to the held booking after a payment could not start', async () => {
    const shop = startShop({
      'GET /rest/v1/bookings': { body: [aBooking({ status: 'pending_payment' })] },
      'POST /rest/v1/rpc/booking_details': { body: [someDetails({ due_now_cents: 12749 })] },
      [createIntent]: refusal(409, 'amount_mismatch', 'The price changed.'),
    });
    renderCheckout();
    const back = await screen.findByRole('button', { name: 'Back to your booking' });
    shop.answers[createIntent] = { body: { clientSecret: 's', paymentIntentId: 'pi_1' } };
    back.focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Pay $127.49' })).toBeTruthy();
    expect(await screen.findByLabelText(/Card number/)).toBeTruthy();
  });

  test('tells the other tabs of this browser about the hold', async () => {
    startShop();
    renderCheckout();
    await screen.findByLabelText(/Card number/);
    cleanup();
    sessionStorage.clear();
    renderScreen(<HeldElsewhereNotice />, { path: '/schedule' });
    expect(screen.getByText(/^Tuesday, December 1 at 9:00 AM is held for you until/)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Continue to payment' }));
    expect(await address()).toBe('/checkout');
  });

  test('says that the nearby discount that was shown no longer applies', async () => {
    startShop();
    renderCheckout({ ...aCheckout(), lostDiscount: 1000 });
    expect(await screen.findByText('The price has changed')).toBeTruthy();
    expect(screen.getByText(/nearby discount of \$10.00 doesn’t apply/)).toBeTruthy();
  });

  test.each([
    [
      'pay_deposit',
      'A $20 deposit is required and is fully refundable if cancelled at least 24 hours before the appointment.',
    ],
    [
      'pay_full_online',
      'Cancel at least 24 hours before your appointment and we refund everything you paid. After that, we keep the $20.00 deposit.',
    ],
  ] as const)(
    'has the deposit note for the way to pay: %s [S2.71, S9.10]',
    async (option, note) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T15:00:00Z') });
      startShop();
      renderCheckout(aCheckout({ paymentOption: option }));
      expect(await screen.findByText(note)).toBeTruthy();
      expect(screen.queryAllByText(/deposit is required/)).toHaveLength(
        option === 'pay_deposit' ? 1 : 0,
      );
      vi.useRealTimers();
    },
  );

  test('shows the order to the cent [S2.67]', async () => {
    startShop();
    renderCheckout();
    const order = screen.getByRole('complementary', { name: 'Premium Detailing' });
    const lines = within(order)
      .getAllByRole('definition')
      .map((line) => line.textContent);
    expect(lines).toEqual([
      ...['2021 Mazda CX-5SUV / Compact SUV', 'Tuesday, December 1, 20269:00 AM'],
      '12 Maple LaneCaledon, ON L7C 1A1',
      ...['$119.99', '−$20.00', '$5.00', '$12.50', '$117.49', '$117.49', '$0.00'],
    ]);
    expect(await screen.findByText('Sandbox payment: no real card is charged.')).toBeTruthy();
  });

  test('shows each add-on with its price as part of the price', async () => {
    const addOns = [{ id: 'wax', name: 'Hand wax', priceCents: 3000, minutes: 60 }];
    renderCheckout(aCheckout({ addOns }));
    await screen.findByText('Hand wax');
    const lines = [...document.querySelectorAll('dt')].map(
      (term) => `${term.textContent} ${term.nextElementSibling?.textContent}`,
    );
    expect(lines).toContain('Premium Detailing $89.99');
    expect(lines).toContain('Hand wax $30.00');
    expect(lines).not.toContain('Price $119.99');
  });

  test('starts the payment once, for the amount due now [S2.70, S7.53, S9.12]', async () => {
    const shop = startShop();
    renderCheckout(aCheckout({ paymentOption: 'pay_deposit', amountDueNow: 2000 }));
    expect(await screen.findByRole('button', { name: 'Pay $20.00' })).toBeTruthy();
    await screen.findByLabelText(/Card number/);
    const begun = shop.sent(createIntent).map(({ body }) => body);
    const { customerInfo } = aCheckout();
    expect(begun).toEqual([
      expect.objectContaining({ bookingId, amountToCharge: 2000, customerInfo }),
    ]);
  });

  test('shows the logos of the available instalment providers [S2.72]', async () => {
    startShop();
    renderCheckout();
    const list = within(await screen.findByRole('list', { name: 'Instalment providers' }));
    const shown = list
      .getAllByRole('listitem')
      .map((item) => [item.textContent, item.querySelector('svg') !== null]);
    expect(shown).toEqual([
      ['Affirm', false],
      ['Afterpay', true],
      ['Klarna', true],
    ]);
  });

  test('does not show a provider that this payment does not accept [S2.72]', async () => {
    startShop({
      [createIntent]: {
        body: { clientSecret: 'pi_1_secret_1', paymentIntentId: 'pi_1', methods: ['card'] },
      },
    });
    renderCheckout();
    await screen.findByLabelText(/Card number/);
    expect(screen.queryByRole('list', { name: 'Instalment providers' })).toBeNull();
    expect(screen.queryByRole('radio', { name: /Klarna/ })).toBeNull();
  });

  test('says why a payment cannot start, and goes home [S8.57]', async () => {
    startShop({ [createIntent]: refusal(409, 'amount_mismatch', 'The price changed.') });
    renderCheckout();
    expect(await screen.findByText('Error creating payment')).toBeTruthy();
    expect(screen.getByText('The price changed.')).toBeTruthy();
    expect(await address()).toBe('/');
  });

  test('continues to the confirmation if the booking is already paid', async () => {
    startShop({ [createIntent]: refusal(409, 'already_paid', 'This booking is already paid.') });
    renderCheckout();
    expect(await address()).toBe(confirmation);
  });

  test('leads back to the times when the time is no longer available, and keeps the choices', async () => {
    startShop({ [createIntent]: refusal(410, 'hold_lapsed', 'This time is gone now.') });
    renderCheckout();
    expect(await screen.findByText(/This time is gone now\./)).toBeTruthy();
    expect(screen.queryByLabelText(/Card number/)).toBeNull();
    expect(payButton().hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('link', { name: 'Choose another time' }));
    expect(await address()).toBe('/schedule');
    expect(JSON.parse(screen.getByTestId('state').textContent)).toEqual({
      serviceId: 'premium-detailing',
      vehicleType: 'suv',
    });
  });
});

describe('Paying by card', () => {
  test('formats the card while it is typed', async () => {
    startShop();
    renderCheckout();
    await typeCard();
    expect(screen.getByLabelText(/Card number/)).toHaveProperty('value', '4242 4242 4242 4242');
    expect(screen.getByLabelText(/Expiry date/)).toHaveProperty('value', '12 / 39');
  });

  test('says what is missing in an empty form and sends nothing', async () => {
    const shop = startShop();
    renderCheckout();
    await screen.findByLabelText(/Card number/);
    await userEvent.click(payButton());
    expect(await screen.findByText('Please enter your card number.')).toBeTruthy();
    expect(screen.getByText('Please enter the expiry date.')).toBeTruthy();
    expect(screen.getByText('Please enter the security code.')).toBeTruthy();
    expect(shop.sent(confirmCard)).toEqual([]);
  });

  test('continues to the confirmation, and marks the coupon as used [S2.70, S7.55, S9.13, S9.15]', async () => {
    const shop = startShop();
    renderCheckout();
    const user = await typeCard();
    await user.click(payButton());
    expect(await address()).toBe(`${confirmation}&session_id=pi_1`);
    expect(localStorage.getItem('newCustomerCouponUsed')).toBe('true');
    expect(shop.sent(confirmCard)[0]?.body).toMatchObject({
      clientSecret: 'pi_1_secret_1',
      card: { number: '4242424242424242', month: 12, year: 2039, securityCode: '123' },
      billingDetails: {
        name: 'Alex Tremblay',
        address: { line1: '12 Maple Lane', postalCode: 'L7C 1A1', country: 'CA' },
      },
    });
  });

  test('continues to the confirmation of a deposit [S7.55]', async () => {
    startShop();
    renderCheckout(aCheckout({ paymentOption: 'pay_deposit', amountDueNow: 2000 }));
    const user = await typeCard();
    await user.click(screen.getByRole('button', { name: 'Pay $20.00' }));
    expect(await address()).toBe(
      `/booking-confirmation?booking_id=${bookingId}&payment_status=deposit_paid&session_id=pi_1`,
    );
  });

  test('validates and sends another billing address [S2.68]', async () => {
    const shop = startShop();
    renderCheckout();
    const user = await typeCard();
    await user.click(screen.getByLabelText('Same as service address'));
    const postalCode = screen.getByLabelText(/Postal Code/);
    await user.clear(postalCode);
    await user.type(postalCode, '90210');
    await user.click(payButton());
    expect(await screen.findByText(/Please enter a Canadian postal code/)).toBeTruthy();
    await user.clear(postalCode);
    await user.type(postalCode, 'm5v2t6');
    await user.click(payButton());
    expect(await address()).toContain('/booking-confirmation');
    expect(shop.sent(confirmCard)[0]?.body).toMatchObject({
      billingDetails: { address: { postalCode: 'M5V 2T6' } },
    });
  });

  test('pays once for two clicks', async () => {
    let answer: () => void = () => undefined;
    const shop = startShop({
      [confirmCard]: () => new Promise((resolve) => (answer = () => resolve(succeeded))),
    });
    renderCheckout();
    const user = await typeCard();
    await user.dblClick(payButton());
    await waitFor(() => expect(payButton().getAttribute('aria-busy')).toBe('true'));
    await user.click(payButton());
    expect(shop.sent(confirmCard)).toHaveLength(1);
    answer();
    expect(await address()).toContain('/booking-confirmation');
  });

  test("shows a decline in the provider's words; the form stays and can be resubmitted [S8.58]", async () => {
    const shop = startShop({ [confirmCard]: declined });
    renderCheckout();
    const user = await typeCard();
    await user.click(payButton());
    await toldTwice('Your card was declined.');
    const reason = document.getElementById(payButton().getAttribute('aria-describedby') ?? '');
    expect(reason?.nextElementSibling?.textContent).toContain('Your time is still held.');
    // Above the fields of the card.
    expect(
      (reason?.compareDocumentPosition(screen.getByLabelText(/Card number/)) ?? 0) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText(/Card number/));
    expect(screen.getByLabelText(/Card number/)).toHaveProperty('value', '4242 4242 4242 4242');
    shop.answers[confirmCard] = succeeded;
    await user.click(payButton());
    expect(await address()).toContain('/booking-confirmation');
  });

  test('shows any other failure as unexpected [S8.60]', async () => {
    startShop({
      [confirmCard]: {
        status: 400,
        body: { error: { type: 'invalid_request_error', message: 'Missing or invalid param.' } },
      },
    });
    renderCheckout();
    const user = await typeCard();
    await user.click(payButton());
    await toldTwice('An unexpected error occurred.');
    expect(screen.queryByText(/Missing or invalid param/)).toBeNull();
  });

  test('says once that there is no connection until there is one, and pays at the next try', async () => {
    const shop = startShop({
      [confirmCard]: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    renderCheckout();
    const user = await typeCard();
    await user.click(payButton());
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No connection/);
    expect(screen.queryByText('An unexpected error occurred.')).toBeNull();
    expect(screen.queryByText('Your payment did not go through')).toBeNull();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    shop.answers[confirmCard] = succeeded;
    await user.click(payButton());
    expect(await address()).toContain('/booking-confirmation');
  });
});

describe('When the bank requires a challenge', () => {
  const challenged = { [confirmCard]: { body: { status: 'requires_action' } } };

  test('the payment continues after it', async () => {
    const shop = startShop({ ...challenged, [answerChallenge]: succeeded });
    renderCheckout();
    const user = await typeCard();
    await user.click(payButton());
    expect(await screen.findByRole('alertdialog', { name: 'Confirm it’s you' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Complete' }));
    expect(await address()).toBe(`${confirmation}&session_id=pi_1`);
    expect(shop.sent(answerChallenge)[0]?.body).toMatchObject({ outcome: 'complete' });
  });

  test('a failure is shown, and the form stays', async () => {
    const message = 'We are unable to authenticate your payment method.';
    const shop = startShop({
      ...challenged,
      [answerChallenge]: {
        status: 402,
        body: { error: { type: 'card_error', message } },
      },
    });
    renderCheckout();
    const user = await typeCard();
    await user.click(payButton());
    await user.click(await screen.findByRole('button', { name: 'Fail' }));
    await toldTwice(message);
    expect(shop.sent(answerChallenge)[0]?.body).toMatchObject({ outcome: 'fail' });
    expect(payButton().hasAttribute('disabled')).toBe(false);
  });
});

describe("With the spec's router state alone", () => {
  const { bookingId: id, customerInfo } = aCheckout();
  const specState = {
    bookingId: id,
    paymentOption: 'pay_full_online',
    depositAmount: 1,
    totalAmount: 1,
    tipAmount: 0,
    price: 1,
    discount: 0,
    serviceName: 'Premium Detailing',
    customerInfo,
  };
  const readBooking = 'GET /rest/v1/bookings';
  const readDetails = 'POST /rest/v1/rpc/booking_details';
  const server = (changes: Partial<BookingDetails> = {}) => ({
    [readBooking]: { body: [aBooking({ status: 'pending_payment' })] },
    [readDetails]: { body: [someDetails({ due_now_cents: 11749, ...changes })] },
  });

  test('the server provides the rest, including every amount shown and charged [S3.10]', async () => {
    const shop = startShop(server());
    renderCheckout(specState);
    const order = await screen.findByRole('complementary', { name: 'Premium Detailing' });
    const amounts = within(order)
      .getAllByRole('definition')
      .map((line) => line.textContent);
    expect(amounts).toEqual([
      ...['2021 Mazda CX-5SUV / Compact SUV', 'Tuesday, December 1, 20269:00 AM'],
      '12 Maple LaneCaledon, ON L7C 1A1',
      ...['$119.99', '−$20.00', '$5.00', '$12.50', '$117.49', '$117.49', '$0.00'],
    ]);
    await screen.findByLabelText(/Card number/);
    expect(shop.sent(createIntent)[0]?.body).toMatchObject({ amountToCharge: 11749 });
    expect(shop.sent(readDetails)[0]?.body).toEqual({
      target_booking_ids: [id],
      email: customerInfo.email,
    });
  });

  test('an expired hold can be renewed', async () => {
    startShop(server({ hold_expires_at: null, hold_extensions: 1 }));
    renderCheckout(specState);
    expect(await screen.findByRole('button', { name: 'Hold it again' })).toBeTruthy();
    expect(payButton().hasAttribute('disabled')).toBe(true);
  });

  test('a booking that the email address does not open is not found', async () => {
    startShop({ ...server(), [readDetails]: { body: [] } });
    renderCheckout(specState);
    expect(await screen.findByText('No booking information found.')).toBeTruthy();
    expect(await address()).toBe('/');
  });

  test('a failing server is reported and can be retried', async () => {
    const shop = startShop({ ...server(), [readDetails]: { status: 500, body: {} } });
    renderCheckout(specState);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    shop.answers[readDetails] = server()[readDetails];
    await userEvent.click(retry);
    expect(await screen.findByRole('button', { name: 'Pay $117.49' })).toBeTruthy();
  });
});
