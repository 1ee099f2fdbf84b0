// @vitest-environment jsdom
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Balance } from '@contracts/balance.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { confirmCard, succeeded, typeCard } from '../testing/render-checkout.tsx';
import { PayBalanceScreen } from './pay-balance-screen.tsx';

const show = 'POST /functions/v1/show-balance';
const pay = 'POST /functions/v1/pay-balance';

/** Alex owes $99.99 for a visit whose deposit is paid. */
const aBalance = (change: Partial<Balance> = {}): Balance => ({
  state: 'due',
  first_name: 'Alex',
  service_name: 'Premium Detailing',
  booking_date: '2026-12-01',
  booking_time: '09:00',
  total_cents: 11999,
  tax_cents: 0,
  tax_label: 'GST (5%)',
  paid_cents: 2000,
  due_cents: 9999,
  latest: null,
  ...change,
});

const paid = (change: Partial<NonNullable<Balance['latest']>> = {}) => ({
  amount_cents: 11499,
  tip_cents: 1500,
  settled_at: '2026-12-01T18:00:00Z',
  is_refunded: false,
  ...change,
});

configure({ defaultHidden: true });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(answers: Parameters<typeof startFakeBackend>[0] = {}, path = '/pay?token=secret') {
  const backend = startFakeBackend({
    [show]: { body: aBalance() },
    [pay]: {
      body: { clientSecret: 'pi_1_secret_1', paymentIntentId: 'pi_1', methods: ['card'] },
    },
    [confirmCard]: succeeded,
    ...answers,
  });
  renderScreen(<PayBalanceScreen />, { path });
  return backend;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const typeNamedCard = async () => {
  const user = await typeCard();
  await user.type(screen.getByLabelText(/Name on card/), 'Alex Tremblay');
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('The page of a payment link', () => {
  test('greets by the first name, shows the amounts, and is not indexed', async () => {
    open();
    await heading('Pay the balance');
    const text = document.body.textContent;
    expect(text).toContain('Hello Alex, $99.99 is left to pay');
    expect(text).toContain('Total$119.99Paid−$20.00Balance$99.99To pay now$99.99');
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toContain(
      'noindex',
    );
  });

  test('names the tip that the total includes, and what is added to it', async () => {
    open({ [show]: { body: aBalance({ total_cents: 13499, tip_cents: 1500, due_cents: 11499 }) } });
    await heading('Pay the balance');
    expect(document.body.textContent).toContain('Total$134.99Including tip$15.00Paid−$20.00');
    await userEvent.type(screen.getByLabelText('Tip'), '5');
    expect(document.body.textContent).toContain('Extra tip$5.00To pay now$119.99');
  });

  test('lists the taxes in the total with their registration numbers', async () => {
    const tax_lines = [
      { label: 'GST (5%)', cents: 500, registrationNumber: '12345 6789 RT0001' },
      { label: 'PST (7%)', cents: 700, registrationNumber: '' },
    ];
    open({ [show]: { body: aBalance({ tax_cents: 1200, tax_lines }) } });
    await heading('Pay the balance');
    expect(document.body.textContent).toContain(
      'Total$119.99Including GST (5%), registration no. 12345 6789 RT0001$5.00Including PST (7%)$7.00Paid',
    );
  });

  test('starts the payment with the tip that was chosen, and shows that it arrived', async () => {
    let isPaid = false;
    const backend = open({
      [show]: () => ({
        body: isPaid ? aBalance({ state: 'paid', due_cents: 0, latest: paid() }) : aBalance(),
      }),
    });
    await heading('Pay the balance');
    await press('$15');
    expect(document.body.textContent).toContain('Balance$99.99Tip$15.00To pay now$114.99');
    await press('Continue to payment');
    await typeNamedCard();
    isPaid = true;
    await press('Pay $114.99');
    await heading('Paid in full. Thank you.');
    expect(document.body.textContent).toContain('We received $114.99, including a $15.00 tip');
    expect(backend.sent(pay).map(({ body }) => body)).toEqual([
      { token: 'secret', tipCents: 1500, amountToCharge: 11499 },
    ]);
  });

  test('leads back to the page of the visit that it was opened from, and there only', async () => {
    const paidOff = { [show]: { body: aBalance({ state: 'paid', due_cents: 0, latest: paid() }) } };
    open(paidOff, '/pay?token=secret&visit=of/visit');
    const back = await screen.findByRole('link', { name: 'Back to your visit' });
    expect(back.getAttribute('href')).toBe('/visit/of%2Fvisit');
    cleanup();
    open(paidOff);
    await screen.findByRole('link', { name: 'My Bookings' });
    expect(screen.queryByRole('link', { name: 'Back to your visit' })).toBeNull();
  });

  test('keeps a typed tip that is no amount, and says what is wrong', async () => {
    open();
    await heading('Pay the balance');
    await userEvent.type(screen.getByLabelText(/^Tip/), 'ten');
    await press('Continue to payment');
    expect(screen.getByLabelText<HTMLInputElement>(/^Tip/).value).toBe('ten');
    expect(screen.getByLabelText(/^Tip/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('heading', { name: 'Payment' })).toBeNull();
  });

  test('says why a payment could not be started', async () => {
    const message = 'The amount due has changed. Nothing was charged. Please check the new amount.';
    open({ [pay]: { status: 409, body: { error: { code: 'balance_changed', message } } } });
    await heading('Pay the balance');
    await press('Continue to payment');
    expect((await screen.findByRole('alert')).textContent).toContain(message);
  });

  test('begins anew with a notice when the payment is refunded', async () => {
    let isPaid = false;
    open({
      [show]: () => ({
        body: isPaid
          ? aBalance({ due_cents: 4999, latest: paid({ is_refunded: true }) })
          : aBalance(),
      }),
    });
    await heading('Pay the balance');
    await press('Continue to payment');
    await typeNamedCard();
    isPaid = true;
    await press('Pay $99.99');
    await screen.findByText('Your last payment is being refunded');
    expect(await screen.findByRole('button', { name: 'Continue to payment' })).toBeTruthy();
  });

  test('says that nothing arrived to a customer who came back from a provider unpaid', async () => {
    open({}, '/pay?token=secret&redirect_status=failed');
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was charged');
  });

  test.each([
    ['paid', 'Paid in full. Thank you.'],
    ['processing', 'Your payment is being processed'],
    ['cancelled', 'This booking was cancelled.'],
    ['rained_out', 'This visit needs a new time first.'],
  ] as const)('takes no payment when its state is %s', async (state, words) => {
    open({ [show]: { body: aBalance({ state, due_cents: 0 }) } });
    await heading(words);
    expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
  });

  test('asks for a balance on site that is too little for a card', async () => {
    open({ [show]: { body: aBalance({ due_cents: 49, paid_cents: 11950 }) } });
    await heading('Please pay the balance on site.');
    expect(document.body.textContent).toContain(
      '$0.49 is left to pay for Premium Detailing on Tuesday, December 1, 2026. Cards can’t be charged less than $0.50.',
    );
    expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull();
  });

  test('says how to get a new link when it is unknown', async () => {
    open({
      [show]: { status: 404, body: { error: { code: 'link_unknown', message: 'Unknown' } } },
    });
    await heading('This link is no longer valid.');
  });

  test('offers another try when the amount could not be loaded', async () => {
    const backend = open({ [show]: { status: 500, body: {} } });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(backend.sent(show).length).toBeGreaterThan(1));
  });
});
