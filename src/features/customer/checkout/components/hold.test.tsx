// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal } from '@/testing/fake-backend.ts';
import { aCheckout } from '../testing/checkout-state.ts';
import {
  createIntent,
  extendHold,
  payButton,
  renderCheckout,
  startShop,
  typeCard,
} from '../testing/render-checkout.tsx';

const now = new Date('2026-11-24T15:00:00Z');
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const held = () => aCheckout({ holdExpiresAt: minutesFromNow(14) });
const extended = (extensionsLeft: number) => () => ({
  body: { holdExpiresAt: minutesFromNow(15), extensionsLeft },
});

beforeEach(() => {
  vi.useFakeTimers({
    now,
    shouldAdvanceTime: true,
    toFake: ['Date', 'setInterval', 'clearInterval'],
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (minutes: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
  });
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => userEvent.setup({ delay: null }).click(await button(name));

describe('While the time is held', () => {
  test('the countdown runs, and is announced at a few moments only', async () => {
    startShop();
    renderCheckout(held());
    await screen.findByLabelText(/Card number/);
    await pass(7);
    expect(screen.getByRole('timer').textContent).toMatch(/^We are holding 9:00 AM for you: [67]:/);
    expect(screen.queryByText(/left to pay/)).toBeNull();
    await pass(2.5);
    expect(screen.getByText('About 5 minutes left to pay for your time.')).toBeTruthy();
  });

  test('the hold can be extended up to its limit', async () => {
    const shop = startShop({ [extendHold]: extended(1) });
    renderCheckout(held());
    await screen.findByLabelText(/Card number/);
    await pass(8);
    expect(screen.queryByRole('button', { name: 'Get more time' })).toBeNull();
    expect(screen.getByRole('timer').className).toContain('sr-only');
    await pass(2);
    // On a phone, too, the question comes with its reason.
    expect(screen.getByRole('timer').className).not.toContain('sr-only');
    await press('Get more time');
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/1[45]:\d\d$/));
    shop.answers[extendHold] = extended(0);
    await pass(10);
    await press('Get more time');
    expect(await screen.findByText('We can’t hold it any longer.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Get more time' })).toBeNull();
  });

  test('a refused extension is reported, and the hold stays', async () => {
    const message = 'This time was held as long as we can hold it.';
    startShop({ [extendHold]: refusal(409, 'no_extensions_left', message) });
    renderCheckout(held());
    await pass(10);
    await press('Get more time');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(screen.getByRole('timer')).toBeTruthy();
  });
});

test('While the database is unavailable the payment is retried automatically, without a redirect', async () => {
  const sentence = 'Our system is unavailable right now. Please try again in a minute.';
  vi.useFakeTimers({
    now,
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
  });
  const shop = startShop({ [createIntent]: refusal(503, 'database_away', sentence) });
  renderCheckout(held());
  expect(await screen.findByText(/the card form will appear automatically/)).toBeTruthy();
  expect(payButton().hasAttribute('disabled')).toBe(true);
  shop.answers[createIntent] = { body: { clientSecret: 's', paymentIntentId: 'pi_1' } };
  await pass(0.1);
  expect(await screen.findByLabelText(/Card number/)).toBeTruthy();
  expect(shop.sent(createIntent).length).toBeGreaterThan(1);
  expect(screen.queryByText('Error creating payment')).toBeNull();
});

describe('When the hold expires', () => {
  test('the card form is disabled with its typed values, and the reason takes the focus', async () => {
    startShop();
    renderCheckout(held());
    await typeCard();
    await pass(15);
    const reason = await screen.findByRole('alert');
    expect(reason.textContent).toContain('We are no longer holding your time');
    expect(reason.parentElement).toBe(document.activeElement);
    expect(payButton().hasAttribute('disabled')).toBe(true);
    expect(screen.getByLabelText(/Card number/).closest('[inert]')).not.toBeNull();
  });

  test('the payment continues where it was after the hold is renewed', async () => {
    const shop = startShop({ [extendHold]: extended(1) });
    renderCheckout(held());
    await typeCard();
    await pass(15);
    await press('Hold it again');
    expect(await screen.findByRole('timer')).toBeTruthy();
    await waitFor(() => expect(payButton().hasAttribute('disabled')).toBe(false));
    expect(screen.getByLabelText(/Card number/)).toHaveProperty('value', '4242 4242 4242 4242');
    expect(shop.sent(createIntent)).toHaveLength(2);
  });

  test('a network with too many unpaid bookings sees that, and can retry', async () => {
    const message = 'There are too many unpaid bookings from this connection.';
    const shop = startShop({ [extendHold]: refusal(429, 'too_many_holds', message) });
    renderCheckout(held());
    await pass(15);
    await press('Hold it again');
    expect(await screen.findByText(message)).toBeTruthy();
    shop.answers[extendHold] = extended(1);
    await press('Hold it again');
    expect(await screen.findByRole('timer')).toBeTruthy();
  });

  test('a time booked by another customer is reported as no longer available', async () => {
    startShop({ [extendHold]: refusal(410, 'hold_lapsed', 'This time is gone now.') });
    renderCheckout(held());
    await pass(15);
    await press('Hold it again');
    expect(await screen.findByText('This time is no longer available')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Hold it again' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Choose another time' })).toBeTruthy();
  });

  test('no payment starts when the hold had expired before arriving', async () => {
    const shop = startShop({ [extendHold]: extended(1) });
    renderCheckout(aCheckout({ holdExpiresAt: minutesFromNow(-1) }));
    await button('Hold it again');
    expect(shop.sent(createIntent)).toEqual([]);
    await press('Hold it again');
    expect(await screen.findByLabelText(/Card number/)).toBeTruthy();
  });
});
