// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { aBookingPage } from '../testing/booking-page.ts';
import { PaymentForm } from './payment-form.tsx';

const { booking } = aBookingPage();
const user = userEvent.setup();
const recordCall = 'POST /rest/v1/rpc/do_visit_operation';

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

test('shows no total while the amount or the tip is invalid', async () => {
  signIn({ isAdmin: true });
  renderScreen(<PaymentForm booking={booking} dueCents={11999} onClose={vi.fn()} />, { path: '/' });
  const [amount, tip] = [/^Amount/, /^Tip/].map((name) => screen.getByRole('textbox', { name }));
  if (!amount || !tip) throw new Error('No fields');
  await user.type(tip, '10');
  expect(screen.getByRole('button', { name: 'Record $129.99' })).toBeTruthy();
  await user.clear(amount);
  await user.type(amount, '60,505');
  expect(screen.getByRole('button', { name: 'Record payment' })).toBeTruthy();
  await user.clear(amount);
  await user.type(amount, '60.50');
  expect(screen.getByRole('button', { name: 'Record $70.50' })).toBeTruthy();
  await user.type(tip, ',');
  expect(screen.getByRole('button', { name: 'Record payment' })).toBeTruthy();
});

test.each([
  ['succeeded', /\$50\.00 \(Cash\)\..* Your later changes weren’t recorded\./],
  ['canceled', /\$50\.00 \(Cash\)\. It was undone later\./],
])(
  'when resent with other values, says what is stored (%s) and keeps the typed values',
  async (status, told) => {
    signIn({ isAdmin: true });
    const stored = { method: 'cash', amount_cents: 5000, tip_cents: 0, status };
    startFakeBackend({
      [recordCall]: {
        status: 409,
        body: {
          code: 'PT409',
          message: 'already_noted_otherwise',
          details: JSON.stringify(stored),
          hint: null,
        },
      },
    });
    const close = vi.fn();
    renderScreen(<PaymentForm booking={booking} dueCents={11999} onClose={close} />, { path: '/' });
    await user.click(screen.getByRole('radio', { name: 'Card' }));
    await user.click(screen.getByRole('button', { name: 'Record $119.99' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(told);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Card' }).checked).toBe(true);
    expect(close).not.toHaveBeenCalled();
  },
);

test('asks once about a tip that looks like a slip', async () => {
  signIn({ isAdmin: true });
  const backend = startFakeBackend({ [recordCall]: { body: { code: 'x' }, status: 500 } });
  renderScreen(<PaymentForm booking={booking} dueCents={4500} onClose={vi.fn()} />, { path: '/' });
  await user.type(screen.getByRole('textbox', { name: /^Tip/ }), '450');
  const record = screen.getByRole('button', { name: 'Record $495.00' });
  await user.click(record);
  expect(screen.getByText(/^A tip of \$450\.00 is unusual\./)).toBeTruthy();
  expect(backend.sent(recordCall)).toHaveLength(0);
  await user.click(record);
  await waitFor(() => expect(backend.sent(recordCall)).not.toHaveLength(0));
});

test('takes no tip above the limit, and says so', async () => {
  signIn({ isAdmin: true });
  const backend = startFakeBackend({});
  renderScreen(<PaymentForm booking={booking} dueCents={4500} onClose={vi.fn()} />, { path: '/' });
  await user.type(screen.getByRole('textbox', { name: /^Tip/ }), '500.01');
  await user.click(screen.getByRole('button', { name: 'Record $545.01' }));
  expect(screen.getByText('A tip can be $500.00 at most.')).toBeTruthy();
  expect(backend.sent(recordCall)).toHaveLength(0);
});
