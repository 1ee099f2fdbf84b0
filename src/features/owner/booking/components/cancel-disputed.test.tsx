// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { aBookingPage } from '../testing/booking-page.ts';
import { aDispute } from '../testing/dispute.ts';
import OwnerBookingScreen from './owner-booking-screen.tsx';

const call = 'POST /functions/v1/cancel-booking-as-owner';
const { id } = aBookingPage().booking;

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

/** Opens the question about a booking of which `mostCents` are left beside the disputed deposit. */
async function ask(mostCents: number) {
  signIn({ isAdmin: true });
  const backend = startFakeBackend({
    'POST /rest/v1/rpc/booking_page': { body: aBookingPage({ disputes: [aDispute()] }) },
    [call]: ({ body }: { body: unknown }) => ({
      body: (body as { preview?: boolean }).preview
        ? {
            policyCents: mostCents,
            mostCents,
            onlineCents: 0,
            disputedCents: 2000,
            hasOpenDispute: true,
            bookingStatus: 'deposit_paid',
          }
        : { byCardCents: 0, byHandCents: mostCents, bookingStatus: 'cancelled' },
    }),
  });
  renderScreen(<OwnerBookingScreen privacyOf={() => null} />, {
    path: `/admin/bookings/${id}`,
    pattern: '/admin/bookings/:bookingId',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel booking' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  const cancel = () => userEvent.click(dialog.getByRole('button', { name: 'Cancel booking' }));
  return { backend, dialog, cancel };
}

it('offers no refund of a deposit that the bank holds', async () => {
  const { backend, dialog, cancel } = await ask(0);
  expect(
    await dialog.findByText(
      'The customer’s bank holds or took $20.00 in a dispute. There’s nothing left to refund.',
    ),
  ).toBeTruthy();
  await cancel();
  expect(await screen.findByText('Nothing is refunded.')).toBeTruthy();
  expect(backend.sent(call).at(-1)?.body).toMatchObject({ refundCents: 0 });
});

it('names an open dispute before the rest is refunded', async () => {
  const { backend, dialog, cancel } = await ask(5000);
  expect(
    await dialog.findByText(/\$20\.00 in a dispute\. \$50\.00 is left of what was paid\./),
  ).toBeTruthy();
  expect(dialog.getByText(/^The customer’s bank disputes a payment of this booking/)).toBeTruthy();
  await cancel();
  expect(await screen.findByText('Refund $50.00 by hand.')).toBeTruthy();
  expect(backend.sent(call).at(-1)?.body).toMatchObject({ refundCents: 5000, anyway: true });
});
