// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BookingDetails } from '@contracts/booking.ts';
import type { BookingRecord } from '@/entities/booking/booking-record.ts';
import { someDetails } from '@/entities/booking/testing/booking-details.ts';
import { aBooking } from '@/entities/booking/testing/booking-record.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { refusal, type Reply, startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { MyBookingsScreen } from './my-bookings-screen.tsx';

const read = 'GET /rest/v1/bookings';
const rain = 'GET /rest/v1/rpc/rained_out_bookings';
const readDetails = 'POST /rest/v1/rpc/booking_details';
const byNumber = 'POST /rest/v1/rpc/booking_of_number';
const cancel = 'POST /functions/v1/cancel-booking';
const sendCode = 'POST /auth/v1/otp';
const { id } = aBooking();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T15:00:00Z') });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startWith(
  booking: Partial<BookingRecord> | null,
  refundAmount = 2000,
  details: Partial<BookingDetails> = {},
  depositAmount = 2000,
) {
  return startFakeBackend({
    [read]: { body: booking ? [aBooking(booking)] : [] },
    [readDetails]: { body: booking ? [someDetails(details)] : [] },
    [rain]: { body: [] },
    [cancel]: { body: { refundAmount, bookingStatus: 'cancelled', depositAmount } },
  });
}

const open = (query = '') =>
  renderScreen(<MyBookingsScreen />, { path: `/my-bookings${query && `?${query}`}` });

async function lookUp(email: string, bookingId: string) {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText(/Email Address/), email);
  await user.type(screen.getByLabelText(/Booking ID/), bookingId);
  await user.click(screen.getByRole('button', { name: 'Find Booking' }));
  return user;
}

const card = () => screen.findByRole('article', { name: 'Premium Detailing' });

describe('Find Your Booking', () => {
  test('requires both fields, and says so at them [S2.57, S5.19]', async () => {
    const backend = startWith({});
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Find Booking' }));
    expect(await screen.findByText('Please enter your email address.')).toBeTruthy();
    expect(
      screen.getByText('Please enter the booking number or ID from your confirmation.'),
    ).toBeTruthy();
    expect(screen.getByLabelText(/Email Address/).getAttribute('aria-invalid')).toBe('true');
    expect(backend.sent(read)).toEqual([]);
  });

  test('ignores spaces and capitals, and proves the booking by its id [S2.13, S2.60, S5.20, S7.45]', async () => {
    const backend = startWith({});
    open();
    await lookUp(' Alex@Example.com ', ` ${id.toUpperCase()} `);
    const found = await card();
    for (const text of [
      '2021 Mazda CX-5',
      'Upcoming',
      'Tuesday, December 1, 2026',
      '9:00 AM',
      id,
    ]) {
      expect(found.textContent).toContain(text);
    }
    expect(backend.sent(readDetails)[0]?.body).toEqual({
      target_booking_ids: [id],
      email: 'alex@example.com',
    });
    const [asked] = backend.sent(read);
    expect(asked?.query.get('id')).toBe(`eq.${id}`);
    expect(asked?.headers.get('x-booking-id')).toBe(id);
  });

  test('opens by the booking number as by the ID', async () => {
    const backend = startWith({});
    backend.answers[byNumber] = { body: id };
    open();
    await lookUp('Alex@example.com', ' 7kq4 m2xb ');
    await card();
    expect(backend.sent(byNumber)[0]?.body).toEqual({
      number: '7kq4 m2xb',
      email: 'alex@example.com',
    });
    expect(backend.sent(readDetails)[0]?.body).toEqual({
      target_booking_ids: [id],
      email: 'alex@example.com',
    });
  });

  test('does not open a booking number that belongs to another email address', async () => {
    const backend = startWith({});
    backend.answers[byNumber] = { body: null };
    open();
    await lookUp('other@example.com', '7KQ4-M2XB');
    expect(await screen.findByText('No booking found with that email and ID.')).toBeTruthy();
    expect(backend.sent(read)).toEqual([]);
  });

  test('shows the address and the amounts', async () => {
    startWith({}, 0, { paid_cents: 2000, due_on_site_cents: 9749 });
    open();
    await lookUp('alex@example.com', id);
    const found = within(await card());
    const facts = found
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toContainEqual(['Address', '12 Maple Lane, Caledon, ON L7C 1A1']);
    expect(facts).toContainEqual(['Total', '$117.49']);
    expect(facts).toContainEqual(['Paid', '$20.00']);
    expect(facts).toContainEqual(['Due on site', '$97.49']);
  });

  test('shows what the total includes, with the registration numbers of taxes', async () => {
    const tax_lines = [
      { label: 'GST (5%)', cents: 300, registrationNumber: '12345 6789 RT0001' },
      { label: 'PST (3%)', cents: 200, registrationNumber: '' },
    ];
    const add_ons = [{ id: 'wax', name: 'Hand wax', priceCents: 2500, minutes: 30 }];
    startWith({}, 0, { tax_lines, add_ons });
    open();
    await lookUp('alex@example.com', id);
    const found = await screen.findByRole('article', { name: 'Premium Detailing with Hand wax' });
    const parts = within(found).getAllByText(/^Includes/);
    expect(parts.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
      ['Includes Hand wax', '$25.00'],
      ['Includes a tip', '$12.50'],
      ['Includes GST (5%), registration no. 12345 6789 RT0001', '$3.00'],
      ['Includes PST (3%)', '$2.00'],
    ]);
  });

  test('shows a tip that was paid later, which is in no total', async () => {
    startWith({}, 0, { later_tip_cents: 1500, total_cents: 11749, paid_cents: 13249 });
    open();
    await lookUp('alex@example.com', id);
    expect((await card()).textContent).toContain('Total$117.49Tip when paying$15.00Paid$132.49');
  });

  test('shows what the bank of the customer disputes', async () => {
    startWith({}, 0, { paid_cents: 2000, disputed_cents: 2000 });
    open();
    await lookUp('alex@example.com', id);
    expect((await card()).textContent).toContain('Paid$20.00Disputed by your bank$20.00');
  });

  test('does not open the booking with another email address [S5.21]', async () => {
    const backend = startWith({});
    backend.answers[readDetails] = { body: [] };
    open();
    await lookUp('other@example.com', id);
    expect(await screen.findByText('No booking found with that email and ID.')).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('offers a calendar entry of an upcoming visit', async () => {
    startWith({});
    open();
    await lookUp('alex@example.com', id);
    const found = within(await card());
    expect(found.getByRole('button', { name: 'Add to calendar' })).toBeTruthy();
    const link = found.getByRole<HTMLAnchorElement>('link', { name: /Google Calendar/ });
    expect(new URL(link.href).searchParams.get('location')).toBe(
      '12 Maple Lane, Caledon, ON L7C 1A1',
    );
  });

  test('focuses the result, which is above the form', async () => {
    startWith({});
    open();
    await lookUp('alex@example.com', id);
    await card();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Premium Detailing' }));
  });

  test('says that nothing was found, and keeps the typed values [S5.21, S8.48]', async () => {
    startWith(null);
    open();
    await lookUp('alex@example.com', id);
    expect(await screen.findByText('Not Found')).toBeTruthy();
    expect(screen.getByText('No booking found with that email and ID.')).toBeTruthy();
    const field = screen.getByLabelText(/Booking ID/);
    expect(field).toHaveProperty('value', id);
    expect(field.getAttribute('aria-invalid'), 'and says so at the field').toBe('true');
  });

  test('removes the message of a search without a result at the next search', async () => {
    const backend = startWith({});
    open();
    const user = await lookUp('alex@example.com', 'my booking');
    expect(await screen.findByText('Not Found')).toBeTruthy();
    backend.answers[read] = { body: [aBooking()] };
    const field = screen.getByLabelText(/Booking ID/);
    await user.clear(field);
    await user.type(field, `${id}{Enter}`);
    await card();
    expect(screen.queryByText('Not Found')).toBeNull();
    expect(screen.queryByText(/^No booking has this email address/)).toBeNull();
  });

  test('finds nothing for an invalid booking id, without a request', async () => {
    const backend = startWith({});
    open();
    await lookUp('alex@example.com', 'my booking');
    expect(await screen.findByText('Not Found')).toBeTruthy();
    expect(backend.sent(read)).toEqual([]);
  });

  test('shows a failure, and repeating the search works [S8.49]', async () => {
    const backend = startWith({});
    backend.answers[read] = { status: 500, body: { message: 'down' } };
    open();
    const user = await lookUp('alex@example.com', id);
    expect(await screen.findByText('Could not fetch your bookings.')).toBeTruthy();
    expect(screen.queryByText(/The search failed/), 'said once').toBeNull();
    backend.answers[read] = { body: [aBooking()] };
    await user.click(screen.getByRole('button', { name: 'Find Booking' }));
    expect(await card()).toBeTruthy();
  });

  test('leads to a code by email in one step', async () => {
    startWith(null);
    open();
    await userEvent.click(screen.getByRole('link', { name: 'Get a code by email' }));
    expect(screen.getByTestId('address').textContent).toBe('/login');
    expect(JSON.parse(screen.getByTestId('state').textContent)).toEqual({
      from: '/my-bookings',
      byCode: true,
    });
  });

  test('offers a guest the login, and an account once a booking is found [S2.58, S2.59]', async () => {
    startWith({});
    open();
    const password = screen.getByRole('link', { name: 'Sign in with a password' });
    expect(password.getAttribute('href')).toBe('/login');
    const user = await lookUp('alex@example.com', id);
    await user.click(await screen.findByRole('link', { name: 'Create an account' }));
    expect(JSON.parse(screen.getByTestId('state').textContent)).toEqual({
      email: 'alex@example.com',
      isSignUp: true,
    });
  });

  test('opens the booking of an email link at once [S2.61]', async () => {
    const backend = startWith({});
    open(`booking_id=${id}`);
    expect(await card()).toBeTruthy();
    expect(backend.sent(readDetails)).toEqual([]);
    expect(screen.queryByText('Address')).toBeNull();
    expect(screen.queryByText('Paid')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pay the balance' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Reschedule' }).getAttribute('href')).toBe(
      `/reschedule/${id}`,
    );
  });
});

describe('Moving a booking of an email link', () => {
  async function reschedule(answer: Reply) {
    const backend = startWith({});
    backend.answers[sendCode] = answer;
    open(`booking_id=${id}`);
    await userEvent.click(await screen.findByRole('link', { name: 'Reschedule' }));
    expect((await screen.findByTestId('address')).textContent).toBe(`/reschedule/${id}`);
    return backend;
  }

  test("sends a code to the booking's address in the same click", async () => {
    const backend = await reschedule({ body: { sent_to: 'a…x@example.com' } });
    const [sent] = backend.sent(sendCode);
    expect(sent?.body).toEqual({ booking_id: id });
    expect(sent?.query.get('redirect_to')).toBe(
      `${location.origin}/login?next=%2Freschedule%2F${id}`,
    );
    expect(history.state).toMatchObject({ state: { codeSentTo: 'a…x@example.com' } });
  });

  test.each<[string, Reply]>([
    ['has no address', { body: { sent_to: null } }],
    ['was sent too many codes', { status: 429, body: { msg: 'Too many' } }],
  ])('leads to the sign-in also when it %s', async (_what, answer) => {
    await reschedule(answer);
    expect(history.state).toMatchObject({ state: { codeSentTo: null } });
  });
});

describe('The balance', () => {
  const openBalance = 'POST /rest/v1/rpc/open_balance';
  const owing = { paid_cents: 2000, due_on_site_cents: 9749 };

  test('is shown after a link once the guest enters their email address', async () => {
    startWith({ status: 'deposit_paid' }, 0, owing);
    open(`booking_id=${id}`);
    expect((await card()).textContent).toContain(
      'To see the address, what is paid and what is due',
    );
    await userEvent.type(screen.getByLabelText(/Email Address/), 'alex@example.com');
    expect(screen.getByLabelText<HTMLInputElement>(/Booking ID/).value).toBe(id);
    await userEvent.click(screen.getByRole('button', { name: 'Find Booking' }));
    expect(await screen.findByText('$97.49')).toBeTruthy();
  });

  test('is opened for payment with the email address of the guest', async () => {
    const backend = startWith({ status: 'deposit_paid' }, 0, owing);
    backend.answers[openBalance] = { body: 'secret' };
    open();
    await lookUp('alex@example.com', id);
    await userEvent.click(await screen.findByRole('button', { name: 'Pay the balance' }));
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe('/pay?token=secret'),
    );
    expect(backend.sent(openBalance).map(({ body }) => body)).toEqual([
      { target_booking_id: id, email: 'alex@example.com' },
    ]);
  });

  test('says why it could not be opened', async () => {
    const backend = startWith({ status: 'confirmed' }, 0, owing);
    backend.answers[openBalance] = {
      status: 409,
      body: { code: 'PT409', message: 'nothing_due', details: null, hint: null },
    };
    open();
    await lookUp('alex@example.com', id);
    await userEvent.click(await screen.findByRole('button', { name: 'Pay the balance' }));
    await expectToast(
      'Payment not opened',
      'Nothing is left to pay for this booking.',
      'destructive',
    );
  });

  test.each([
    ['nothing is due', { status: 'confirmed' }, { due_on_site_cents: 0 }],
    ['too little for a card is due', { status: 'confirmed' }, { due_on_site_cents: 49 }],
    ['the booking is cancelled', { status: 'cancelled' }, owing],
    ['the booking awaits its first payment', { status: 'pending_payment' }, owing],
  ] as const)('is not offered when %s', async (_why, booking, details) => {
    startWith(booking, 0, details);
    open();
    await lookUp('alex@example.com', id);
    expect(await card()).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pay the balance' })).toBeNull();
  });
});

describe('An unpaid booking', () => {
  const pending = { status: 'pending_payment' } as const;
  const payNow = () => screen.findByRole('link', { name: 'Pay now: $117.49' });

  test('is not found once a later hold replaced it, unless its payment arrived', async () => {
    const replaced_at = '2026-11-24T14:50:00Z';
    const backend = startWith({ ...pending, replaced_at });
    open();
    const user = await lookUp('alex@example.com', id);
    await expectToast('Not Found', 'No booking found with that email and ID.', 'destructive');
    backend.answers['GET /rest/v1/bookings'] = { body: [aBooking({ replaced_at })] };
    await user.click(screen.getByRole('button', { name: 'Find Booking' }));
    expect(await card()).toBeTruthy();
  });

  test('shows when its hold expires and links back to its checkout', async () => {
    startWith(pending, 0, {
      due_now_cents: 11749,
      hold_expires_at: new Date(Date.now() + 5 * 60_000).toISOString(),
    });
    open();
    await lookUp('alex@example.com', id);
    expect((await card()).textContent).toMatch(
      /We hold your time until \d+:\d\d\s[AP]M\. Pay to keep it\./,
    );
    expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull();
    await userEvent.click(await payNow());
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/checkout'));
    expect(JSON.parse(screen.getByTestId('state').textContent)).toEqual({
      bookingId: id,
      paymentOption: 'pay_full_online',
      depositAmount: 2000,
      totalAmount: 11749,
      tipAmount: 1250,
      price: 11999,
      discount: 2000,
      nearbyDiscount: 0,
      serviceName: 'Premium Detailing',
      customerInfo: {
        name: 'Alex Tremblay',
        email: 'alex@example.com',
        phone: '+19055550199',
        address: '12 Maple Lane',
        city: 'Caledon',
        province: 'ON',
        postalCode: 'L7C 1A1',
        locationType: 'mobile',
      },
    });
  });

  test('says that its hold has expired and that it can be paid if the time is available', async () => {
    startWith(pending, 0, { due_now_cents: 11749, hold_expires_at: null });
    open();
    await lookUp('alex@example.com', id);
    expect((await card()).textContent).toContain(
      'We no longer hold your time. You can still pay if it’s available.',
    );
    expect(await payNow()).toBeTruthy();
  });

  test('asks for the email address when a link opened it', async () => {
    startWith(pending);
    open(`booking_id=${id}`);
    expect((await card()).textContent).toContain('Find it with your email address to pay for it.');
    expect(screen.queryByRole('link', { name: /Pay now/ })).toBeNull();
  });
});

describe('A booking that can no longer be changed', () => {
  test.each([
    ['cancelled', 'Cancelled', { status: 'cancelled' }],
    ['in the past', 'Completed', { booking_date: '2026-11-23' }],
    ['done early', 'Completed', { done_at: '2026-11-24T14:30:00Z' }],
  ] as const)(
    'is listed under Past & Cancelled when %s [S2.56, S2.61, S4.19]',
    async (_what, label, change) => {
      startWith(change);
      open(`booking_id=${id}`);
      expect((await card()).textContent).toContain(label);
      expect(screen.getByRole('heading', { name: 'Past & Cancelled' })).toBeTruthy();
      expect(screen.queryByRole('heading', { name: 'Upcoming' })).toBeNull();
      expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
      expect(screen.queryByRole('link', { name: 'Reschedule' })).toBeNull();
    },
  );
});

test('a visit cancelled because of rain can be changed even after its day, and says so', async () => {
  const backend = startWith({ booking_date: '2026-11-20' });
  backend.answers[rain] = { body: [id] };
  open(`booking_id=${id}`);
  const found = await card();
  expect(found.textContent).toContain('Upcoming');
  expect(found.textContent).toContain('We can’t come at this time because of rain.');
  expect(screen.getByRole('link', { name: 'Reschedule' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
});

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
    await within(dialog).findByText(/If you cancel, we keep the \$20\.00 deposit/);
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

describe('Notes and access of a booking', () => {
  const save = 'POST /rest/v1/rpc/save_booking_more';
  const told = { gate_access: 'Code 12#', has_water: 'Yes', has_power: '', customer_notes: '' };

  test('are shown, and can be changed and removed before the visit', async () => {
    const backend = startWith({}, 0, { more: told });
    backend.answers[save] = { body: { ...told, gate_access: '', customer_notes: 'Dog hair' } };
    open();
    const user = await lookUp('alex@example.com', id);
    const found = within(await card());
    expect(found.getByText('Code 12#')).toBeTruthy();
    await user.click(found.getByRole('button', { name: 'Edit notes and access' }));
    await user.clear(found.getByLabelText('Gate code or access'));
    await user.type(found.getByLabelText('Notes'), 'Dog hair');
    await user.click(found.getByRole('button', { name: 'Save details' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(backend.sent(save)[0]?.body).toEqual({
      target_booking_id: id,
      email: 'alex@example.com',
      more: { ...told, gate_access: '', customer_notes: 'Dog hair' },
    });
  });

  test('keep what was typed when they could not be saved', async () => {
    const backend = startWith({}, 0, { more: {} });
    backend.answers[save] = { status: 409, body: { code: 'PT409', message: 'booking_past' } };
    open();
    const user = await lookUp('alex@example.com', id);
    const found = within(await card());
    await user.click(found.getByRole('button', { name: 'Add notes or access' }));
    await user.type(found.getByLabelText('Notes'), 'Dog hair');
    await user.click(found.getByRole('button', { name: 'Save details' }));
    expect((await found.findByRole('alert')).textContent).toContain('already started');
    expect(found.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Dog hair');
  });

  test('cannot be changed for a visit that is past', async () => {
    startWith({ booking_date: '2026-11-20', status: 'confirmed' }, 0, { more: told });
    open();
    await lookUp('alex@example.com', id);
    const found = within(await card());
    expect(found.getByText('Code 12#')).toBeTruthy();
    expect(found.queryByRole('button', { name: 'Edit notes and access' })).toBeNull();
  });
});

describe('Photos of a booking', () => {
  const photo = '0000000b-0000-4000-8000-000000000001';
  const show = 'POST /functions/v1/booking-photo';
  const remove = 'POST /rest/v1/rpc/remove_booking_photo';
  const withPhoto = async () => {
    const backend = startWith({}, 0, { photos: [photo] });
    backend.answers[show] = { body: 'pixels' };
    backend.answers[remove] = { body: null };
    open();
    const user = await lookUp('alex@example.com', id);
    return { backend, user, found: within(await card()) };
  };

  test('are read with the email address, open large and close with Escape', async () => {
    const { backend, user, found } = await withPhoto();
    const thumbnail = await found.findByRole('button', { name: 'Enlarge photo 1' });
    expect(backend.sent(show)[0]?.body).toEqual({
      photoId: photo,
      email: 'alex@example.com',
      width: 320,
    });
    await user.click(thumbnail);
    expect(await screen.findByRole('dialog', { name: 'Photo 1 of 1' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(thumbnail));
  });

  test('that do not load say so, with a way to try again', async () => {
    const backend = startWith({}, 0, { photos: [photo] });
    open();
    const user = await lookUp('alex@example.com', id);
    const found = within(await card());
    const again = await found.findByRole('button', { name: 'Load Photo 1 again' });
    backend.answers[show] = { body: 'pixels' };
    await user.click(again);
    expect(await found.findByRole('button', { name: 'Enlarge photo 1' })).toBeTruthy();
  });

  test('stay when they could not be removed, and the reason is told', async () => {
    const { backend, user, found } = await withPhoto();
    backend.answers[remove] = { status: 409, body: { code: 'PT409', message: 'booking_past' } };
    await user.click(found.getByRole('button', { name: 'Remove photo 1' }));
    expect(await screen.findByText('Not removed')).toBeTruthy();
    expect(screen.getByText(/its photos stay as they are/)).toBeTruthy();
    expect(found.getByRole('button', { name: 'Remove photo 1' })).toBeTruthy();
  });
});

describe('A visit of today', () => {
  const openVisit = 'POST /rest/v1/rpc/open_visit';

  test('is followed on its page, which opens with the email address of the guest', async () => {
    const backend = startWith({ status: 'confirmed', booking_date: '2026-11-24' });
    backend.answers[openVisit] = { body: '/visit/secret' };
    open();
    await lookUp('alex@example.com', id);
    await userEvent.click(await screen.findByRole('button', { name: 'Follow your visit' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/visit/secret'));
    expect(backend.sent(openVisit).map(({ body }) => body)).toEqual([
      { target_booking_id: id, email: 'alex@example.com' },
    ]);
  });

  test('cannot be followed on another day', async () => {
    startWith({ status: 'confirmed' });
    open();
    await lookUp('alex@example.com', id);
    await card();
    expect(screen.queryByRole('button', { name: 'Follow your visit' })).toBeNull();
  });
});
