// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '@/testing/fake-backend.ts';
import {
  cancel,
  card,
  id,
  leave,
  lookUp,
  onADay,
  open,
  rain,
  readDetails,
  startWith,
} from '../testing/open-my-bookings.tsx';

beforeEach(onADay);
afterEach(leave);

describe('Cancelling', () => {
  const question =
    'Are you sure you want to cancel this booking? Please check our cancellation policy.';

  async function ask() {
    open(`booking_id=${id}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    return await screen.findByRole('alertdialog');
  }

  test('asks first and shows the refund [S5.25]', async () => {
    const backend = startWith({});
    const dialog = await ask();
    expect(dialog.textContent).toContain(question);
    expect(await screen.findByText('If you cancel now, we refund $20.00.')).toBeTruthy();
    expect(dialog.textContent).toContain('at least 24 hours before your appointment');
    expect(backend.sent(cancel).map(({ body }) => body)).toEqual([
      { bookingId: id, preview: true },
    ]);
  });

  test('of a booking that was moved late says that the deposit is kept', async () => {
    startWith({ deposit_kept_since: '2026-11-20T12:00:00Z' }, 0);
    const dialog = await ask();
    await within(dialog).findByText(/If you cancel, we keep the \$20\.00 deposit\.$/);
    expect(dialog.textContent).not.toContain('refund the rest');
  });

  test.each([{}, { deposit_kept_since: '2026-11-20T12:00:00Z' }])(
    'states the deposit and the hours stored with the booking (%o)',
    async (moved) => {
      startWith({ free_cancellation_hours: 48, ...moved }, 0, {}, 3500);
      const dialog = await ask();
      await within(dialog).findByText(/we keep the \$35\.00 deposit/);
      expect(dialog.textContent).toContain('48 hours');
    },
  );

  test('on a rain day says that everything is refunded', async () => {
    const backend = startWith({ deposit_kept_since: '2026-11-20T12:00:00Z' });
    backend.answers[rain] = { body: [id] };
    const dialog = await ask();
    expect(dialog.textContent).toContain('It’s a rain day for your appointment');
    expect(dialog.textContent).not.toContain('we keep');
    expect(backend.sent(rain)[0]?.headers.get('x-booking-id')).toBe(id);
  });

  test('changes nothing when declined, and the focus returns', async () => {
    const backend = startWith({});
    await ask();
    await userEvent.click(screen.getByRole('button', { name: 'Keep booking' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })),
    );
    expect(backend.sent(cancel).filter(({ body }) => !isPreview(body))).toEqual([]);
  });

  test('marks the booking as cancelled and shows the refund [S4.20, S7.52, S8.52]', async () => {
    const backend = startWith({});
    await ask();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel booking' }));
    expect(await screen.findByText('Booking Cancelled')).toBeTruthy();
    expect(backend.sent(cancel).at(-1)?.body).toEqual({ bookingId: id });
    expect(
      screen.getByText('Your booking has been cancelled. A refund of $20.00 is being processed.'),
    ).toBeTruthy();
    expect((await card()).textContent).toContain('Cancelled');
    expect(screen.getByRole('heading', { name: 'Past & Cancelled' })).toBeTruthy();
    const heading = screen.getByRole('heading', { name: 'Premium Detailing' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('shows the refund on the card of a looked-up booking', async () => {
    startWith({});
    open();
    const user = await lookUp('alex@example.com', id);
    await user.click(within(await card()).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const refunded = within(await card()).findByText('Refunded');
    expect((await refunded).nextElementSibling?.textContent).toBe('$20.00');
  });

  test('shows the refund and "Book again" after a link, too', async () => {
    const backend = startWith({});
    backend.answers[readDetails] = { body: [] };
    open(`booking_id=${id}`);
    await userEvent.click(within(await card()).getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const cancelled = within(await card());
    expect((await cancelled.findByText('Refunded')).nextElementSibling?.textContent).toBe('$20.00');
    expect(cancelled.getByRole('link', { name: 'Book again' }).getAttribute('href')).toBe(
      '/schedule',
    );
  });

  test('without a refund shows none [S8.51]', async () => {
    startWith({}, 0);
    await ask();
    expect(await screen.findByText('If you cancel now, there is no refund.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel booking' }));
    expect(await screen.findByText('Your booking has been cancelled.')).toBeTruthy();
  });

  test('says that the bank’s dispute is why a part is not refunded', async () => {
    startWith({}).answers[cancel] = {
      body: {
        refundAmount: 3000,
        bookingStatus: 'deposit_paid',
        depositAmount: 2000,
        disputedAmount: 2000,
      },
    };
    await ask();
    expect(
      await screen.findByText(
        'If you cancel now, we refund $30.00. Your bank disputes $20.00 of your payment, so we don’t refund that part.',
      ),
    ).toBeTruthy();
  });

  test('shows a refusal, and the booking stays [S8.50]', async () => {
    const backend = startWith({});
    await ask();
    backend.answers[cancel] = refusal(409, 'booking_past', 'This booking has already started.');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel booking' }));
    expect(await screen.findByText('Cancellation Failed')).toBeTruthy();
    expect(screen.getByText('This booking has already started.')).toBeTruthy();
    expect((await card()).textContent).toContain('Upcoming');
  });

  test('offers nothing to press once the visit has begun', async () => {
    const backend = startWith({});
    backend.answers[cancel] = refusal(409, 'booking_past', 'This booking has already started.');
    await ask();
    expect(await screen.findByText('This booking has already started.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Keep booking' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel booking' })).toBeNull();
  });
});

function isPreview(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'preview' in body;
}
