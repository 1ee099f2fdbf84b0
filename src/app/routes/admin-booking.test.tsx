// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { caller, calls } from '@/features/owner/customers/testing/customers.ts';
import { aBookingPage } from '@/features/owner/booking/testing/booking-page.ts';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import AdminBooking from './admin-booking.tsx';

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

test('a phone customer can be erased right after their upcoming booking was cancelled', async () => {
  const { id, booking_date, booking_time } = aBookingPage().booking;
  const pageOf = (status: 'confirmed' | 'cancelled') =>
    aBookingPage({ booking: { status, customer_email: null, source: 'phone' } });
  const shown = {
    page: pageOf('confirmed'),
    person: caller({ in_the_way: { id, booking_date, booking_time } }),
  };
  const preview = { policyCents: 0, mostCents: 0, onlineCents: 0, bookingStatus: 'confirmed' };
  const cancel = ({ body }: { body: unknown }) => {
    if ((body as { preview?: boolean }).preview) return { body: preview };
    Object.assign(shown, { page: pageOf('cancelled'), person: caller() });
    return { body: { byCardCents: 0, byHandCents: 0, bookingStatus: 'cancelled' } };
  };
  signIn({ isAdmin: true });
  const backend = startFakeBackend({
    'POST /rest/v1/rpc/booking_page': () => ({ body: shown.page }),
    [calls.page]: () => ({ body: shown.person }),
    'POST /functions/v1/cancel-booking-as-owner': cancel,
  });
  renderScreen(<AdminBooking />, {
    path: `/admin/bookings/${id}`,
    pattern: '/admin/bookings/:bookingId',
  });
  expect(await screen.findByText('This customer’s data can’t be erased yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel booking' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await dialog.findByText('Nothing was paid, so there’s nothing to refund.');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel booking' }));
  expect(await screen.findByRole('button', { name: 'Erase customer data' })).toBeTruthy();
  expect(screen.queryByText('This customer’s data can’t be erased yet')).toBeNull();
  const sent = backend.sent('POST /functions/v1/cancel-booking-as-owner');
  expect(sent, 'no preview of a cancelled booking').toHaveLength(2);
});
