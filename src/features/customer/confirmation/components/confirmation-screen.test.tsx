// @vitest-environment jsdom
import { act, cleanup, screen, within, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { navigate } from '@/lib/location.tsx';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BookingRecord } from '@/entities/booking/booking-record.ts';
import {
  keepCheckout,
  ownHoldId,
  rememberHold,
  saveDraft,
} from '@/entities/booking/booking-session.ts';
import { dismissToast, toasts } from '@/lib/toast.ts';
import { someDetails } from '@/entities/booking/testing/booking-details.ts';
import { aBooking } from '@/entities/booking/testing/booking-record.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { ConfirmationScreen } from './confirmation-screen.tsx';

const read = 'GET /rest/v1/bookings';
const update = 'PATCH /rest/v1/bookings';
const verify = 'POST /functions/v1/verify-payment';
const readDetails = 'POST /rest/v1/rpc/booking_details';
const { id } = aBooking();
const taken = { body: [{ id }] };
const refused = { status: 409, body: { message: 'payment_not_verified', code: 'PT409' } };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const gst = { label: 'GST (5%)', cents: 500, registrationNumber: '12345 6789 RT0001' };

function startWith(
  booking: Partial<BookingRecord> | null,
  verified: { payment: string; bookingStatus: string; declinedBy?: string | null } = {
    payment: 'unpaid',
    bookingStatus: 'pending_payment',
  },
) {
  return startFakeBackend({
    [read]: { body: booking ? [aBooking(booking)] : [] },
    [verify]: { body: verified },
    [update]: taken,
    [readDetails]: {
      body: [someDetails({ paid_cents: 2000, due_on_site_cents: 9749, tax_lines: [gst] })],
    },
  });
}

const pending = { status: 'pending_payment' } as const;
const succeeded = { payment: 'succeeded', bookingStatus: 'confirmed' };

function arrive(
  query = `booking_id=${id}&payment_status=full_paid&session_id=pi_1`,
  state?: object,
) {
  return renderScreen(<ConfirmationScreen />, {
    path: `/booking-confirmation?${query}`,
    state,
  });
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('Coming from a payment', () => {
  test('the screen confirms the booking once and says so [S2.16, S3.4, S4.14, S4.15, S7.47, S8.55]', async () => {
    const backend = startWith(pending, succeeded);
    arrive();
    expect(await heading('See you soon, Alex.')).toBeTruthy();
    expect(await screen.findByText('Booking Confirmed!')).toBeTruthy();
    expect(
      screen.getByText('Your appointment is set. An email confirmation is on its way.'),
    ).toBeTruthy();
    expect(backend.sent(verify)).toHaveLength(1);
    expect(backend.sent(update).map(({ body }) => body)).toEqual([
      { status: 'confirmed', deposit_paid: false, stripe_checkout_session_id: 'pi_1' },
    ]);
  });

  test('the summary shows service, date, time and id, the address, and the amounts paid and due [S2.62]', async () => {
    const backend = startWith(pending, succeeded);
    arrive(undefined, { email: 'alex@example.com' });
    const summary = within(await screen.findByRole('region', { name: 'Your booking' }));
    const facts = Object.fromEntries(
      summary
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
    expect(facts).toEqual({
      Service: 'Premium Detailing2021 Mazda CX-5',
      Date: 'Tuesday, December 1, 2026',
      Time: '9:00 AMUntil about 12:00 PM (3 hours)',
      Address: '12 Maple LaneCaledon, ON L7C 1A1',
      Total: '$117.49',
      Paid: '$20.00',
      'Due on site': '$97.49',
      'Includes GST (5%), registration no. 12345 6789 RT0001': '$5.00',
      'Booking number': '9WPS-S9LX',
      'Booking ID': `${id}Copy the booking ID`,
    });
    // The tax is said once.
    expect(summary.queryByText('GST (5%) included')).toBeNull();
    expect(backend.sent(readDetails)[0]?.body).toEqual({
      target_booking_ids: [id],
      email: 'alex@example.com',
    });
  });

  test('leads to a change, and dials the business', async () => {
    startWith({ status: 'confirmed' });
    arrive(`booking_id=${id}`);
    const change = await screen.findByRole('link', { name: 'Change or cancel' });
    expect(change.getAttribute('href')).toBe(`/my-bookings?booking_id=${id}`);
    const call = screen.getByRole('link', { name: 'Call (905) 555-0142' });
    expect(call.getAttribute('href')).toBe('tel:+19055550142');
  });

  test('an id alone shows no address and no amounts', async () => {
    const backend = startWith({ status: 'confirmed' });
    backend.answers[readDetails] = { body: [] };
    arrive(`booking_id=${id}`);
    const summary = within(await screen.findByRole('region', { name: 'Your booking' }));
    const terms = summary.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(['Service', 'Date', 'Time', 'Booking number', 'Booking ID']);
  });

  test('leaving and returning confirms nothing a second time [S4.16]', async () => {
    rememberHold(id);
    const backend = startWith(pending, succeeded);
    arrive();
    await screen.findByText('Booking Confirmed!');
    backend.answers[read] = { body: [aBooking({ status: 'confirmed' })] };
    act(() => navigate('/'));
    await screen.findByTestId('address');
    history.back();
    await heading('See you soon, Alex.');
    expect(backend.sent(read).length).toBeGreaterThan(1);
    expect(backend.sent(verify)).toHaveLength(1);
    expect(backend.sent(update)).toHaveLength(1);
  });

  test('a reload finds the booking confirmed, and neither asks nor changes anything again [S4.16]', async () => {
    rememberHold(id);
    const backend = startWith(pending, succeeded);
    arrive();
    await screen.findByText('Booking Confirmed!');
    cleanup();
    // A page that is loaded again has nothing of this.
    dismissToast(toasts.current()?.id ?? 0);
    backend.answers[read] = { body: [aBooking({ status: 'confirmed' })] };
    arrive();
    await heading('See you soon, Alex.');
    expect(backend.sent(verify)).toHaveLength(1);
    expect(backend.sent(update)).toHaveLength(1);
    expect(screen.queryByText('Booking Confirmed!')).toBeNull();
  });

  test('every request about the booking proves its id [S7.47]', async () => {
    const backend = startWith(pending, succeeded);
    arrive();
    await heading('See you soon, Alex.');
    const asked = [...backend.sent(read), ...backend.sent(update)];
    expect(asked.map(({ headers }) => headers.get('x-booking-id'))).toEqual([id, id]);
    expect(asked.map(({ query }) => query.get('id'))).toEqual([`eq.${id}`, `eq.${id}`]);
    expect(asked[0]?.query.get('select')).not.toMatch(/\*|address|email|phone|cents/);
  });

  test('a deposit is stored as a deposit [S4.13]', async () => {
    const backend = startWith(pending, { payment: 'succeeded', bookingStatus: 'deposit_paid' });
    arrive(`booking_id=${id}&payment_status=deposit_paid&session_id=pi_1`);
    await heading('See you soon, Alex.');
    expect(screen.getByText(/The rest is due on site/)).toBeTruthy();
    expect(backend.sent(update)[0]?.body).toMatchObject({
      status: 'deposit_paid',
      deposit_paid: true,
    });
  });

  test('a booking settled before this page loaded is announced as new, too', async () => {
    rememberHold(id);
    saveDraft({ details: { name: 'Alex Tremblay', couponCode: 'NEWCUSTOMER20' } });
    const backend = startWith({ status: 'confirmed' });
    arrive();
    expect(await screen.findByText('Booking Confirmed!')).toBeTruthy();
    expect(backend.sent(update)[0]?.body).toMatchObject({ stripe_checkout_session_id: 'pi_1' });
    expect(backend.sent(verify)).toEqual([]);
  });

  test('the stored draft is deleted, and the coupon counts as used', async () => {
    rememberHold(id);
    saveDraft({ details: { couponCode: 'NEWCUSTOMER20' } });
    startWith(pending, succeeded);
    arrive();
    await heading('See you soon, Alex.');
    expect(ownHoldId()).toBeUndefined();
    expect(sessionStorage).toHaveLength(0);
    expect(localStorage.getItem('newCustomerCouponUsed')).toBe('true');
  });

  test("a payment that left the page sends the provider's name for it", async () => {
    const backend = startWith(pending, succeeded);
    arrive(
      `booking_id=${id}&payment_status=full_paid&payment_intent=pi_9&redirect_status=succeeded`,
    );
    await heading('See you soon, Alex.');
    expect(backend.sent(update)[0]?.body).toMatchObject({ stripe_checkout_session_id: 'pi_9' });
  });
});

describe("Returning from a provider's page", () => {
  const back = (status: string) =>
    `booking_id=${id}&payment_status=full_paid&payment_intent=pi_9` +
    `&payment_intent_client_secret=pi_9_secret_1&redirect_status=${status}`;
  const unpaid = { payment: 'unpaid', bookingStatus: 'pending_payment', declinedBy: 'klarna' };

  test('a declined payment leads back to the checkout as it was, and says why', async () => {
    keepCheckout({ state: { bookingId: id }, form: { method: 'klarna' } });
    rememberHold(id);
    const backend = startWith(pending, unpaid);
    arrive(back('failed'));
    expect((await screen.findByTestId('address')).textContent).toBe('/checkout');
    expect(JSON.parse(screen.getByTestId('state').textContent)).toEqual({
      bookingId: id,
      failure: 'Klarna declined the payment. Nothing was charged.',
    });
    expect(backend.sent(update)).toEqual([]);
    expect(screen.queryByText('Confirmation Error')).toBeNull();
    expect(ownHoldId()).toBe(id);
  });

  test('an undecided payment leads back, too, whatever the URL claims', async () => {
    keepCheckout({ state: { bookingId: id } });
    startWith(pending, { ...unpaid, declinedBy: null });
    arrive(back('succeeded'));
    expect((await screen.findByTestId('address')).textContent).toBe('/checkout');
    await waitFor(() =>
      expect(screen.getByTestId('state').textContent).toContain(
        'You left before the payment was approved. Nothing was charged.',
      ),
    );
  });

  test('another browser shows what happened, with a link to the booking', async () => {
    startWith(pending, unpaid);
    arrive(back('failed'));
    expect(await heading('Your payment did not go through.')).toBeTruthy();
    expect(screen.getByText('Klarna declined the payment. Nothing was charged.')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'My Bookings' }));
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe(`/my-bookings?booking_id=${id}`),
    );
  });

  test('a URL that claims a failure does not undo a payment', async () => {
    startWith(pending, succeeded);
    arrive(back('failed'));
    expect(await heading('See you soon, Alex.')).toBeTruthy();
  });

  test('the secret of the payment leaves the URL', async () => {
    startWith(pending, succeeded);
    arrive(back('succeeded'));
    await heading('See you soon, Alex.');
    expect(location.search).not.toContain('secret');
    expect(location.search).toContain('payment_intent=pi_9');
  });
});

describe('An unproven URL', () => {
  test('with a typed payment_status is refused by the database without a payment [S8.54]', async () => {
    const backend = startWith(pending);
    backend.answers[update] = refused;
    arrive(`booking_id=${id}&payment_status=full_paid`);
    expect(await screen.findByText('Confirmation Error')).toBeTruthy();
    expect(screen.getByText('Failed to update booking status.')).toBeTruthy();
    expect((await screen.findByTestId('address')).textContent).toBe('/');
    expect(backend.sent(update).map(({ body }) => body)).toEqual([
      { status: 'confirmed', deposit_paid: false, stripe_checkout_session_id: null },
    ]);
  });

  test('with an unknown booking shows an error and goes home [S8.53]', async () => {
    startWith(null);
    arrive();
    expect(await screen.findByText('Booking not found.')).toBeTruthy();
    expect(screen.getByText('Confirmation Error')).toBeTruthy();
    expect((await screen.findByTestId('address')).textContent).toBe('/');
  });

  test('without a booking goes home [S2.66]', async () => {
    startWith(null);
    arrive('payment_status=full_paid');
    expect((await screen.findByTestId('address')).textContent).toBe('/');
  });
});

describe('Returning later', () => {
  test('a confirmed booking is shown, and nothing is repeated', async () => {
    const backend = startWith({ status: 'confirmed' });
    arrive();
    expect(await heading('See you soon, Alex.')).toBeTruthy();
    expect(screen.queryByText('Booking Confirmed!')).toBeNull();
    expect([...backend.sent(verify), ...backend.sent(update)]).toEqual([]);
  });

  test('a cancelled booking is shown as cancelled', async () => {
    startWith({ status: 'cancelled' });
    arrive();
    expect(await heading('This booking was cancelled.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
  });
});

describe('When the payment is not simply paid', () => {
  test('a processing payment is checked again until it is settled', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const backend = startWith(pending, { payment: 'processing', bookingStatus: 'pending_payment' });
    arrive();
    expect(await heading('Your bank is processing the payment.')).toBeTruthy();
    backend.answers[verify] = { body: succeeded };
    await act(async () => {
      await vi.advanceTimersByTimeAsync(3000);
    });
    expect(await heading('See you soon, Alex.')).toBeTruthy();
  });

  test('a payment that arrived too late is shown as being refunded, with a link to other times', async () => {
    startWith(pending, { payment: 'refunded', bookingStatus: 'cancelled' });
    arrive(undefined, { amountPaid: 11749 });
    expect(await heading('We could not keep your time.')).toBeTruthy();
    expect(screen.getByText(/We have refunded \$117\.49 in full\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Choose another time' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/schedule'));
  });

  test('an unavailable server is reported and can be retried', async () => {
    const backend = startWith(pending, succeeded);
    const answered = backend.answers[verify];
    backend.answers[verify] = { status: 502, body: {} };
    arrive();
    await screen.findByText('Your booking is saved.');
    if (answered) backend.answers[verify] = answered;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('See you soon, Alex.')).toBeTruthy();
  });
});

describe('From a confirmed booking', () => {
  test("a guest can create an account for the booking's address [S2.63]", async () => {
    startWith({ status: 'confirmed' });
    arrive();
    await userEvent.click(await screen.findByRole('link', { name: 'Create an account' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/login'));
    expect(JSON.parse(screen.getByTestId('state').textContent)).toEqual({
      email: 'alex@example.com',
      isSignUp: true,
    });
  });

  test('the visit can be added to a calendar', async () => {
    startWith({ status: 'confirmed' });
    arrive(undefined, { place: '12 Maple Lane, Caledon' });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Google Calendar/ });
    const query = new URL(link.href).searchParams;
    expect(query.get('dates')).toBe('20261201T140000Z/20261201T170000Z');
    expect(query.get('location')).toBe('12 Maple Lane, Caledon, ON L7C 1A1');

    let file: Blob | null = null;
    URL.createObjectURL = (blob: Blob) => ((file = blob), 'blob:calendar');
    URL.revokeObjectURL = () => undefined;
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await userEvent.click(screen.getByRole('button', { name: 'Add to calendar' }));
    const text = await (file as Blob | null)?.text();
    expect(text).toContain('DTSTART:20261201T140000Z');
    expect(text).toContain('STATUS:CONFIRMED');
    // An entry is forwarded, and the id opens the booking.
    expect(text?.replaceAll('\r\n ', '')).not.toContain(id);
    expect(link.href).not.toContain(id);
    expect(clicked).toHaveBeenCalledOnce();
    clicked.mockRestore();
  });

  test('the booking id can be copied', async () => {
    startWith({ status: 'confirmed' });
    const user = userEvent.setup();
    arrive();
    await user.click(await screen.findByRole('button', { name: /^Copy/ }));
    expect(await navigator.clipboard.readText()).toBe(id);
    expect(screen.getByText('Copied')).toBeTruthy();
  });

  test('a link leads home [S2.65]', async () => {
    startWith({ status: 'confirmed' });
    arrive();
    await userEvent.click(await screen.findByRole('link', { name: /home/i }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
  });

  test('My Bookings opens the booking at once [S2.64]', async () => {
    startWith({ status: 'confirmed' });
    arrive();
    await userEvent.click(await screen.findByRole('link', { name: 'My Bookings' }));
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe(`/my-bookings?booking_id=${id}`),
    );
  });
});
