// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend, type Reply } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { aBookingPage } from '../testing/booking-page.ts';
import { aDispute } from '../testing/dispute.ts';
import OwnerBookingScreen from './owner-booking-screen.tsx';

const user = userEvent.setup();
const call = 'POST /functions/v1/refund-booking';
const { id } = aBookingPage().booking;
const money = { paid_cents: 7000, online_kept_cents: 2000 };

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

function open(
  page = aBookingPage({ money }),
  answers: Parameters<typeof startFakeBackend>[0] = {},
) {
  signIn({ isAdmin: true });
  const backend = startFakeBackend({
    'POST /rest/v1/rpc/booking_page': { body: page },
    ...answers,
  });
  renderScreen(<OwnerBookingScreen privacyOf={() => null} />, {
    path: `/admin/bookings/${id}`,
    pattern: '/admin/bookings/:bookingId',
  });
  return backend;
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const confirm = async (name: string) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

describe('Refund', () => {
  it('asks before it sends the amount, the reason and the sum on the screen', async () => {
    const backend = open(undefined, { [call]: { body: { byCardCents: 2000, byHandCents: 500 } } });
    await press('Refund');
    await user.type(screen.getByLabelText('Amount'), '25');
    await user.type(screen.getByLabelText('Reason (optional)'), ' A seat stayed dirty ');
    await press('Refund $25.00: $20.00 to the card, $5.00 by hand');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('$20.00 is refunded to the card automatically.');
    expect(dialog.textContent).toContain('$5.00 was paid on site');
    expect(backend.sent(call)).toEqual([]);
    await confirm('Refund $25.00');
    expect(await screen.findByText('Refunded')).toBeTruthy();
    expect(backend.sent(call)[0]?.body).toEqual({
      bookingId: id,
      requestId: expect.any(String) as string,
      refundCents: 2500,
      expectedPaidCents: 7000,
      reason: 'A seat stayed dirty',
    });
  });

  it('offers all that is kept as a choice, and cannot send more', async () => {
    const backend = open();
    await press('Refund');
    const all = screen.getByRole<HTMLInputElement>('radio', { name: 'All: $70.00' });
    await user.click(all);
    expect(all.checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('70.00');
    expect(
      screen.getByRole('button', { name: 'Refund $70.00: $20.00 to the card, $50.00 by hand' }),
    ).toBeTruthy();
    await user.clear(screen.getByLabelText('Amount'));
    await user.type(screen.getByLabelText('Amount'), '500');
    expect(all.checked).toBe(false);
    expect(screen.getByText('You can refund up to $70.00.')).toBeTruthy();
    const submit = within(screen.getByRole('form', { name: 'Refund' })).getByRole('button', {
      name: 'Refund',
    });
    expect(submit.getAttribute('aria-disabled')).toBe('true');
    await user.click(submit);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(backend.sent(call)).toEqual([]);
  });

  it('says on its button how the money goes back', async () => {
    open();
    await press('Refund');
    await user.type(screen.getByLabelText('Amount'), '12');
    expect(screen.getByRole('button', { name: 'Refund $12.00 to the card' })).toBeTruthy();
  });

  it('offers what no bank holds, and names an open dispute before it sends anything', async () => {
    const page = aBookingPage({
      money: { ...money, disputed_cents: 2000, online_kept_cents: 0 },
      disputes: [aDispute()],
    });
    const backend = open(page, { [call]: { body: { byCardCents: 0, byHandCents: 5000 } } });
    await press('Refund');
    expect(
      screen.getByText(
        'You can refund up to $50.00. The customer’s bank holds or took $20.00 in a dispute.',
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'All: $50.00' }));
    await press('Refund $50.00 by hand');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('disputes a payment of this booking and hasn’t decided');
    expect(dialog.textContent).toContain('$50.00 can’t go back to a card: refund it by hand');
    await confirm('Refund $50.00');
    expect(await screen.findByText('Refund by Hand')).toBeTruthy();
    expect(backend.sent(call)[0]?.body).toMatchObject({ expectedPaidCents: 5000, anyway: true });
  });

  it('is not offered when the bank holds everything', async () => {
    open(
      aBookingPage({
        money: { paid_cents: 2000, disputed_cents: 2000, online_kept_cents: 0 },
        disputes: [aDispute()],
      }),
    );
    await screen.findByText('Dispute: Needs your answer');
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  });

  it('asks about a dispute that was opened after the page, and then refunds anyway', async () => {
    let answer: Reply = {
      status: 409,
      body: { error: { code: 'payment_disputed', message: 'The customer’s bank disputes it.' } },
    };
    const backend = open(undefined, { [call]: () => answer });
    await press('Refund');
    await user.type(screen.getByLabelText('Amount'), '5');
    await press('Refund $5.00 to the card');
    await confirm('Refund $5.00');
    expect((await screen.findByRole('alert')).textContent).toBe('The customer’s bank disputes it.');
    answer = { body: { byCardCents: 500, byHandCents: 0 } };
    await confirm('Refund $5.00');
    expect(await screen.findByText('Refunded')).toBeTruthy();
    expect(backend.sent(call)[0]?.body).not.toHaveProperty('anyway');
    expect(backend.sent(call)[1]?.body).toMatchObject({ anyway: true });
  });

  it('starts with what is overpaid, from the first button', async () => {
    open(aBookingPage({ money: { ...money, due_on_site_cents: 0, overpaid_cents: 1500 } }));
    await press('Refund $15.00 overpaid');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('15.00');
  });

  it('sends the same request again after a lost answer, and keeps what was typed', async () => {
    let answer: Reply = {
      status: 409,
      body: { error: { code: 'booking_changed', message: 'This booking changed.' } },
    };
    const backend = open(undefined, { [call]: () => answer });
    await press('Refund');
    await user.type(screen.getByLabelText('Amount'), '5');
    await press('Refund $5.00 to the card');
    await confirm('Refund $5.00');
    expect((await screen.findByRole('alert')).textContent).toBe('This booking changed.');
    answer = { body: { byCardCents: 500, byHandCents: 0 } };
    await confirm('Refund $5.00');
    expect(await screen.findByText('Refunded')).toBeTruthy();
    const [first, second] = backend
      .sent(call)
      .map(({ body }) => (body as { requestId: string }).requestId);
    expect(second).toBe(first);
  });
});
