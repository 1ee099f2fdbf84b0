// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aBooking } from '@/entities/booking/testing/booking-record.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { type Reply } from '@/testing/fake-backend.ts';
import {
  byNumber,
  card,
  id,
  leave,
  lookUp,
  onADay,
  open,
  rain,
  read,
  readDetails,
  sendCode,
  startWith,
} from '../testing/open-my-bookings.tsx';

beforeEach(onADay);
afterEach(leave);

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

  test('counts a tip that was paid later in the total, as the receipt does', async () => {
    const paid = { tip_cents: 1000, total_cents: 10999, later_tip_cents: 1500, paid_cents: 12499 };
    startWith({}, 0, { ...paid, due_on_site_cents: 0 });
    open();
    await lookUp('alex@example.com', id);
    const { textContent } = await card();
    expect(textContent).toContain('Total$124.99Paid$124.99');
    expect(textContent).toContain('Includes a tip$25.00');
  });

  test('shows of a cancelled booking only what was paid and refunded', async () => {
    const paid = { total_cents: 10999, paid_cents: 12499, refunded_cents: 12499 };
    startWith({ status: 'cancelled' }, 0, { ...paid, later_tip_cents: 0 });
    open();
    await lookUp('alex@example.com', id);
    const { textContent } = await card();
    expect(textContent).toContain('Paid$124.99Refunded$124.99');
    expect(textContent).not.toMatch(/Total|Includes/);
  });

  test('keeps the booking of a link when a search finds nothing', async () => {
    const backend = startWith({});
    open(`booking_id=${id}`);
    await card();
    backend.answers[readDetails] = { body: [] };
    await userEvent.type(screen.getByLabelText(/Email Address/), 'wrong@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Find Booking' }));
    expect(await screen.findByText('No booking found with that email and ID.')).toBeTruthy();
    expect(await card()).toBeTruthy();
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
