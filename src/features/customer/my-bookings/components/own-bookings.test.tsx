// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { aBooking } from '@/entities/booking/testing/booking-record.ts';
import { readDraft } from '@/entities/booking/booking-session.ts';
import { someDetails } from '@/entities/booking/testing/booking-details.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { MyBookingsScreen } from './my-bookings-screen.tsx';

const read = 'GET /rest/v1/bookings';
const user = { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'alex@example.com' };
const otherId = '11111111-1111-4111-8111-111111111111';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T15:00:00Z') });
  signIn({
    user,
    accessToken: () => Promise.resolve('the token of Alex'),
  });
});

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const own = (change: Parameters<typeof aBooking>[0] = {}, createdAt = '2026-11-20T12:00:00Z') => ({
  ...aBooking(change),
  created_at: createdAt,
});

const readDetails = 'POST /rest/v1/rpc/booking_details';

const startWith = (answers: Parameters<typeof startFakeBackend>[0]) =>
  startFakeBackend({
    'GET /rest/v1/rpc/rained_out_bookings': { body: [] },
    [readDetails]: { body: [someDetails({ paid_cents: 2000, due_on_site_cents: 9749 })] },
    ...answers,
  });

const open = (query = '') => renderScreen(<MyBookingsScreen />, { path: `/my-bookings${query}` });

test('lists the bookings of the account, requested with its token [S1.9, S2.12, S6.7, S7.46]', async () => {
  const backend = startWith({
    [read]: {
      body: [own(), own({ id: otherId, service_name: 'Basic Wash', status: 'cancelled' })],
    },
  });
  open();
  expect(await screen.findByRole('article', { name: 'Premium Detailing' })).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Basic Wash' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Upcoming' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Past & Cancelled' })).toBeTruthy();
  expect(screen.queryByText('Find Your Booking')).toBeNull();
  expect(screen.getAllByText('12 Maple Lane, Caledon, ON L7C 1A1')).toHaveLength(1);
  expect(screen.getByText('$97.49')).toBeTruthy();
  const [details] = backend.sent(readDetails);
  expect(details?.headers.get('authorization')).toBe('Bearer the token of Alex');
  expect(details?.body).toEqual({ target_booking_ids: [aBooking().id, otherId] });
  const [asked] = backend.sent(read);
  expect(asked?.headers.get('authorization')).toBe('Bearer the token of Alex');
  expect(asked?.query.get('user_id')).toBe(`eq.${user.id}`);
  expect(asked?.query.get('order')).toBe('booking_date.desc');
});

test('requests the links to the photos of all visits at once', async () => {
  const links = 'POST /rest/v1/rpc/booking_photo_links';
  const visits = [1, 2, 3].map((number) => ({
    id: `1111111${number}-1111-4111-8111-111111111111`,
    done_at: '2026-11-20T12:00:00Z',
    booking_date: '2026-11-20',
    service_name: `Visit ${number}`,
    status: 'paid' as const,
  }));
  const backend = startWith({
    [read]: { body: visits.map((visit) => own(visit)) },
    [readDetails]: { body: visits.map(({ id }) => someDetails({ booking_id: id })) },
    [links]: { body: [{ booking_id: visits[1]?.id, token: 'secret' }] },
  });
  open();
  const link = await screen.findByRole('link', { name: 'Before and after photos' });
  expect(link.closest('article')?.textContent).toContain('Visit 2');
  expect(backend.sent(links).map(({ body }) => body)).toEqual([
    {
      target_booking_ids: visits.map(({ id }) => id),
      email: someDetails().customer_email,
    },
  ]);
});

test('lists the soonest appointment first, and of the past ones the most recent', async () => {
  const starts = [
    '2026-12-20 09:00',
    '2026-12-01 13:00',
    '2026-12-01 09:00',
    '2026-10-01 09:00',
    '2026-11-20 09:00',
  ];
  startWith({
    [read]: {
      body: starts.map((start, index) => {
        const [booking_date = '', booking_time = ''] = start.split(' ');
        const id = otherId.replace('1', String(index));
        return own({ id, booking_date, booking_time, service_name: start });
      }),
    },
  });
  open();
  await screen.findByRole('article', { name: '2026-12-20 09:00' });
  expect(screen.getAllByRole('article').map((card) => nameOf(card))).toEqual([
    '2026-12-01 09:00',
    '2026-12-01 13:00',
    '2026-12-20 09:00',
    '2026-11-20 09:00',
    '2026-10-01 09:00',
  ]);
});

const nameOf = (card: HTMLElement) => within(card).getAllByRole('heading')[0]?.textContent;

test('names no email address for an account without one', async () => {
  signIn({ user: { id: user.id, email: '', phone: '+19055550142' } });
  startWith({ [read]: { body: [] } });
  open();
  expect(await screen.findByText('Bookings made with (905) 555-0142.')).toBeTruthy();
});

const replacedId = '7d1f2c33-8a4b-4c5d-9e6f-0a1b2c3d4e5f';

test('lists an unpaid booking only while it is being paid and not replaced', async () => {
  startWith({
    [read]: {
      body: [
        own({ status: 'pending_payment' }, '2026-11-24T14:00:00Z'),
        own(
          { id: otherId, service_name: 'Basic Wash', status: 'pending_payment' },
          '2026-11-24T14:50:00Z',
        ),
        own(
          { id: replacedId, status: 'pending_payment', replaced_at: '2026-11-24T14:50:00Z' },
          '2026-11-24T14:49:00Z',
        ),
      ],
    },
  });
  open();
  expect(await screen.findByRole('article', { name: 'Basic Wash' })).toBeTruthy();
  expect(screen.queryByRole('article', { name: 'Premium Detailing' })).toBeNull();
});

test('shows an account without bookings the way to the packages', async () => {
  startWith({ [read]: { body: [] } });
  open();
  expect(await screen.findByText('No bookings yet.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See packages and prices' }).getAttribute('href')).toBe(
    '/',
  );
});

test('opens a booking of another address by an email link, beside the own bookings', async () => {
  startWith({
    [read]: ({ query }) => ({
      body: query.has('user_id')
        ? [own()]
        : [aBooking({ id: otherId, service_name: 'Basic Wash' })],
    }),
  });
  open(`?booking_id=${otherId}`);
  expect(await screen.findByRole('article', { name: 'Basic Wash' })).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Premium Detailing' })).toBeTruthy();
});

test('moves a cancelled booking to the past at once [S2.56]', async () => {
  startWith({
    [read]: { body: [own()] },
    'POST /functions/v1/cancel-booking': {
      body: { refundAmount: 2000, bookingStatus: 'cancelled' },
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel booking' }));
  await waitFor(() =>
    expect(screen.getByRole('article', { name: 'Premium Detailing' }).textContent).toContain(
      'Cancelled',
    ),
  );
  expect(screen.queryByRole('heading', { name: 'Upcoming' })).toBeNull();
  expect(screen.getByText('Refunded').nextElementSibling?.textContent).toBe('$20.00');
});

test('shows what was refunded, what is to be refunded by hand, and what is not charged for it', async () => {
  const money = { paid_cents: 11749, refunded_cents: 4000, owed_cents: 1500 };
  startWith({
    [read]: { body: [own({ status: 'confirmed' })] },
    [readDetails]: {
      body: [someDetails({ ...money, reduced_cents: 4000, reduced_tax_cents: 170 })],
    },
  });
  open();
  await screen.findByText('To be refunded');
  const amountOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  const labels = [
    'Total',
    'Reduced by refund, with $1.70 tax',
    'Paid',
    'Refunded',
    'To be refunded',
  ];
  expect(labels.map(amountOf)).toEqual(['$117.49', '−$40.00', '$117.49', '$25.00', '$15.00']);
});

test('shows an error when they cannot be loaded, and can retry [S8.49]', async () => {
  const backend = startWith({ [read]: { status: 500, body: { message: 'down' } } });
  open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByText('Could not fetch your bookings.')).not.toHaveLength(0);
  backend.answers[read] = { body: [own()] };
  await userEvent.click(retry);
  expect(await screen.findByRole('article', { name: 'Premium Detailing' })).toBeTruthy();
});

test('shows a signed-in customer the link to the account', async () => {
  startWith({ [read]: { body: [own()] } });
  open();
  const link = await screen.findByRole('link', { name: 'Your account' });
  expect(link.getAttribute('href')).toBe('/account');
});

test('lists a booking of today as upcoming and changeable until the day is over', async () => {
  startWith({ [read]: { body: [own({ booking_date: '2026-11-24' })] } });
  open();
  const card = await screen.findByRole('article', { name: 'Premium Detailing' });
  expect(card.textContent).toContain('Upcoming');
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Reschedule' }).getAttribute('href')).toBe(
    `/reschedule/${own().id}`,
  );
});

test('shows neither list nor search while the session is unknown', async () => {
  startWith({ [read]: { body: [own()] } });
  setSession({ status: 'loading' });
  open();
  expect(screen.queryByText('Find Your Booking')).toBeNull();
  act(() => setSession({ status: 'guest' }));
  expect(await screen.findByText('Find Your Booking')).toBeTruthy();
});

test('a past or cancelled booking is booked again with its service, car, address and contact', async () => {
  sessionStorage.clear();
  startWith({
    [read]: { body: [own({ id: otherId }), own({ status: 'cancelled' })] },
    [readDetails]: { body: [someDetails(), someDetails({ booking_id: otherId })] },
  });
  open();
  const again = await screen.findByRole('link', { name: 'Book again' });
  expect(again.getAttribute('href')).toBe('/schedule');
  await userEvent.setup().click(again);
  expect(history.state).toMatchObject({
    state: { serviceId: 'premium-detailing', vehicleType: 'suv' },
  });
  expect(readDraft()).toMatchObject({
    details: {
      name: 'Alex Tremblay',
      phone: '(905) 555-0199',
      carModel: 'Mazda CX-5',
      carYear: '2021',
      address: '12 Maple Lane',
      postalCode: 'L7C 1A1',
      couponCode: '',
    },
  });
});
