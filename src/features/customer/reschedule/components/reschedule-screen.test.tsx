// @vitest-environment jsdom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend, type Reply } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import type { OwnBooking } from '../api/get-booking.ts';
import { someDetails } from '@/entities/booking/testing/booking-details.ts';
import {
  anOwnBooking,
  fullDay,
  refusedBy,
  slotsAnswer,
  taken,
  type Slot,
} from '../testing/own-booking.ts';
import { goneMeanwhile } from '../move-refusal.ts';
import { RescheduleScreen } from './reschedule-screen.tsx';

const read = 'GET /rest/v1/bookings';
const write = 'PATCH /rest/v1/bookings';
const slots = 'GET /rest/v1/booked_slots';
const rules = 'GET /rest/v1/rpc/opening_rules';
const rain = 'GET /rest/v1/rpc/rained_out_bookings';
const details = 'POST /rest/v1/rpc/booking_details';
const { id } = anOwnBooking();

// Nothing on this screen is hidden by style, and looking for that takes most of a test's time.
configure({ defaultHidden: true });

beforeEach(() => {
  // Tuesday, November 24 at 10:00 AM in Toronto.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T15:00:00Z') });
  signIn({ accessToken: () => Promise.resolve('the token of Alex') });
});

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startWith(change: Partial<OwnBooking> | null = {}, takenSlots: Slot[] = []) {
  return startFakeBackend({
    [read]: { body: change ? [anOwnBooking(change)] : [] },
    [write]: { body: [{ id }] },
    [slots]: slotsAnswer(() => takenSlots),
    [rules]: { body: defaultOpeningRules },
    [rain]: { body: change?.is_rained_out ? [id] : [] },
    [details]: {
      body: change ? [someDetails({ booking_id: id, ...anOwnBooking(change).money })] : [],
    },
  });
}

const open = (bookingId = id) =>
  renderScreen(<RescheduleScreen />, {
    path: `/reschedule/${bookingId}`,
    pattern: '/reschedule/:bookingId',
  });

const confirm = () => screen.getByRole('button', { name: 'Confirm New Time' });

test('of a paid booking shows all that was paid, with a tip beside the total', async () => {
  const money = { paid_cents: 7500, refunded_cents: 0, due_on_site_cents: 0 };
  startWith({ status: 'paid', total_cents: 6500, money });
  open();
  expect((await screen.findByText('Paid')).nextElementSibling?.textContent).toBe('$75.00');
});

test('of a booking paid in parts shows what was paid and refunded, and what is left', async () => {
  const money = { paid_cents: 5000, refunded_cents: 500, due_on_site_cents: 6999 };
  startWith({ payment_option: 'pay_deposit', due_now_cents: 2000, money });
  open();
  const amountOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  await screen.findByText('Refunded');
  expect(['Paid', 'Refunded', 'Due on site'].map(amountOf)).toEqual(['$50.00', '$5.00', '$69.99']);
});

async function pickDay(day: RegExp) {
  await screen.findByText('Choose a day to see its times.');
  await userEvent.click(screen.getByRole('button', { name: day }));
  return await screen.findByRole('group', { name: /^Times on/ });
}

async function pickTime(day: RegExp, time: string) {
  const times = await pickDay(day);
  await userEvent.click(within(times).getByRole('radio', { name: time }));
}

const offered = (times: HTMLElement) =>
  [...times.querySelectorAll('label')].map((label) => label.textContent);

describe('The screen', () => {
  test('shows the current appointment, its address and the amounts, which stay the same', async () => {
    const backend = startWith({
      payment_option: 'pay_deposit',
      due_now_cents: 2000,
      money: { paid_cents: 2000, refunded_cents: 0, due_on_site_cents: 9999 },
    });
    open();
    expect(await screen.findByRole('heading', { name: 'Reschedule' })).toBeTruthy();
    const summary = await screen.findByRole('complementary', { name: 'Premium Detailing' });
    for (const text of [
      '2021 Mazda CX-5',
      'Tuesday, December 1, 2026',
      '9:00 AM',
      '12 Maple Lane, Caledon, ON L7C 1A1',
      'Deposit paid$20.00',
      'Due on site$99.99',
      'alex@example.com',
    ]) {
      expect(summary.textContent).toContain(text);
    }
    const [asked] = backend.sent(read);
    expect(asked?.query.get('id')).toBe(`eq.${id}`);
    expect(asked?.headers.get('authorization')).toBe('Bearer the token of Alex');
  });

  test('opens the calendar at the month of the appointment', async () => {
    startWith();
    open();
    expect(await screen.findByText('December 2026')).toBeTruthy();
  });

  test('offers no day before today [S2.74, S5.22]', async () => {
    startWith();
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Previous month' }));
    const day = (name: RegExp) => screen.getByRole('button', { name });
    expect(day(/November 23, 2026/).hasAttribute('disabled')).toBe(true);
    expect(day(/November 24, 2026/).hasAttribute('disabled')).toBe(false);
    expect(screen.getByRole('button', { name: 'Previous month' }).ariaDisabled).toBe('true');
  });

  test('can reload a booking that could not be loaded', async () => {
    const backend = startWith();
    backend.answers[read] = { status: 500, body: { message: 'down' } };
    open();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    backend.answers[read] = { body: [anOwnBooking()] };
    await userEvent.click(retry);
    expect(await screen.findByText('Choose a day to see its times.')).toBeTruthy();
  });

  test('can reload times that could not be loaded', async () => {
    const backend = startWith();
    backend.answers[slots] = { status: 500, body: { message: 'down' } };
    open();
    expect(await screen.findByText('We couldn’t load the available times.')).toBeTruthy();
    backend.answers[slots] = slotsAnswer(() => []);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Choose a day to see its times.')).toBeTruthy();
  });
});

describe('The grid of times', () => {
  test('offers every 30 minutes from 8:30 that let the service end by 17:00 [S2.75, S9.20, S9.21]', async () => {
    startWith();
    open();
    const names = offered(await pickDay(/December 3, 2026/));
    expect(names).toEqual([
      ...['8:30 AM', '9:00 AM', '9:30 AM', '10:00 AM', '10:30 AM', '11:00 AM', '11:30 AM'],
      ...['12:00 PM', '12:30 PM', '1:00 PM', '1:30 PM', '2:00 PM'],
    ]);
  });

  test('leaves out times that overlap other bookings, and counts the rest [S9.22]', async () => {
    startWith({}, [taken('2026-12-03', '12:00', 120)]);
    open();
    const names = offered(await pickDay(/December 3, 2026/));
    expect(names).toEqual(['8:30 AM', '9:00 AM', '2:00 PM']);
    expect(screen.getByText('3 times available on Thursday, December 3')).toBeTruthy();
  });

  test.each([
    [
      'Basic Wash',
      2,
      ['8:30 AM', '9:00 AM', '9:30 AM', '10:00 AM', '2:00 PM', '2:30 PM', '3:00 PM'],
    ],
    ['Premium Detailing', 3, ['8:30 AM', '9:00 AM', '2:00 PM']],
  ])(
    'keeps the hours of a %s (%i) clear of a booking from 12 to 2 [S9.22]',
    async (name, hours, free) => {
      const service_id = name.toLowerCase().replace(' ', '-');
      const booking = { service_id, service_name: name, duration_minutes: hours * 60 };
      startWith(booking, [taken('2026-12-03', '12:00', 120)]);
      open();
      expect(offered(await pickDay(/December 3, 2026/))).toEqual(free);
    },
  );

  test('leads from a chosen time to its confirmation', async () => {
    Element.prototype.scrollIntoView = () => undefined;
    startWith();
    open();
    await pickTime(/December 3, 2026/, '9:00 AM');
    await userEvent.click(screen.getByRole('button', { name: 'Review new time' }));
    expect(document.activeElement).toBe(confirm());
  });

  test("requests the day with the booking's id, so that its own time does not block it [S7.49]", async () => {
    const backend = startWith();
    open();
    await pickDay(/December 3, 2026/);
    const day = backend
      .sent(slots)
      .find(({ query }) => query.get('booking_date')?.startsWith('eq'));
    expect(day?.query.get('booking_date')).toBe('eq.2026-12-03');
    expect(day?.query.get('select')).toBe('booking_time,service_name,duration_minutes,crew');
    for (const { headers } of backend.sent(slots)) expect(headers.get('x-booking-id')).toBe(id);
  });

  test('on the day of the appointment leaves out only its current time', async () => {
    startWith();
    open();
    const names = offered(await pickDay(/December 1, 2026/));
    expect(names).not.toContain('9:00 AM');
    expect(names).toContain('9:30 AM');
  });

  test('says that a day is full and offers the next available one', async () => {
    const full = [fullDay('2026-12-03'), fullDay('2026-12-04')];
    const backend = startWith({}, full);
    // The month was asked for before they were booked.
    backend.answers[slots] = slotsAnswer((asked) => (asked === 'day' ? full : full.slice(1)));
    open();
    await screen.findByText('Choose a day to see its times.');
    await userEvent.click(screen.getByRole('button', { name: /December 3, 2026/ }));
    expect(await screen.findByText('Fully booked on Thursday, December 3')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: /Next available day/ }));
    expect(await screen.findByText('12 times available on Saturday, December 5')).toBeTruthy();
  });
});

describe('As time passes', () => {
  test('a day whose remaining times have passed is not called fully booked', async () => {
    // 1:45 PM in Toronto: of that day's starts only its own, 2:00 PM, is still ahead.
    vi.setSystemTime(new Date('2026-11-24T18:45:00Z'));
    startWith({ booking_date: '2026-11-24', booking_time: '14:00:00' });
    open();
    await screen.findByText('Choose a day to see its times.');
    await userEvent.click(screen.getByRole('button', { name: /November 24, 2026/ }));
    expect(await screen.findByText('No more times on Tuesday, November 24')).toBeTruthy();
    expect(await screen.findByRole('button', { name: /Next available day/ })).toBeTruthy();
  });

  test('a chosen time that has passed is not called unavailable', () => {
    const start = { date: '2026-11-24', time: '10:30' };
    const at = (time: string) => goneMeanwhile(start, Date.parse(time)).sentence;
    expect(at('2026-11-24T15:29:00Z')).toMatch(
      /^10:30 AM on Tuesday, November 24 is no longer available\. Your booking keeps its time\./,
    );
    expect(at('2026-11-24T15:31:00Z')).toBe('That time has passed. Please choose a later one.');
  });
});

describe('Confirming', () => {
  test('requires a time, and says what is missing [S5.23, S5.24, S8.64]', async () => {
    const backend = startWith();
    open();
    await pickDay(/December 3, 2026/);
    expect(confirm().ariaDisabled).toBe('true');
    await userEvent.click(confirm());
    // In a toast, and above the times for those who miss it.
    await waitFor(() => expect(screen.getAllByText('Incomplete')).toHaveLength(2));
    expect(screen.getAllByText('Please select a new date and time.')).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Available times' }));
    expect(backend.sent(write)).toEqual([]);

    await userEvent.click(screen.getByRole('radio', { name: '10:30 AM' }));
    expect(confirm().ariaDisabled).toBeNull();
  });

  test('moves the booking by its id, says so, and goes to My Bookings [S2.76, S7.48, S8.65]', async () => {
    const backend = startWith();
    open();
    await pickTime(/December 3, 2026/, '10:30 AM');
    const summary = screen.getByRole('complementary');
    expect(summary.textContent).toContain('New timeThursday, December 3, 202610:30 AM');
    await userEvent.click(confirm());
    expect(await screen.findByText('Your booking has been rescheduled.')).toBeTruthy();
    expect((await screen.findByTestId('address')).textContent).toBe('/my-bookings');
    const [sent] = backend.sent(write);
    expect(sent?.query.get('id')).toBe(`eq.${id}`);
    expect(sent?.body).toEqual({ booking_date: '2026-12-03', booking_time: '10:30' });
    expect(sent?.headers.get('authorization')).toBe('Bearer the token of Alex');
  });

  test('sends one request for several clicks', async () => {
    const backend = startWith();
    backend.answers[write] = () => new Promise<Reply>(() => undefined);
    open();
    await pickTime(/December 3, 2026/, '10:30 AM');
    await userEvent.dblClick(confirm());
    expect(confirm().ariaBusy).toBe('true');
    expect(backend.sent(write)).toHaveLength(1);
  });

  test('is undone by Cancel, which goes back and changes nothing [S2.77]', async () => {
    const backend = startWith();
    open();
    const cancel = await screen.findByRole('link', { name: 'Cancel' });
    const hint = document.getElementById(cancel.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toContain('Your booking keeps its current time.');
    await userEvent.click(cancel);
    expect((await screen.findByTestId('address')).textContent).toBe('/my-bookings');
    expect(backend.sent(write)).toEqual([]);
  });
});

test('a chosen time booked while the screen is open is reported at once', async () => {
  const takenSlots: Slot[] = [];
  startWith({}, takenSlots);
  open();
  await pickTime(/December 3, 2026/, '10:30 AM');
  takenSlots.push(taken('2026-12-03', '10:30'));
  // Long enough for the times to be looked up anew when the customer comes back to this tab.
  vi.setSystemTime(Date.now() + 40_000);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(await screen.findByText(/10:30 AM on .* is no longer available/)).toBeTruthy();
  expect(confirm().ariaDisabled).toBe('true');
});

test('a late move shows before confirming that the deposit is kept', async () => {
  startWith({ booking_date: '2026-11-25', booking_time: '09:00:00' });
  open();
  expect(await screen.findByText(/its \$20\.00 deposit is no longer refundable/)).toBeTruthy();
});

test('a late move from a rain day does not mention a deposit, because none is kept', async () => {
  startWith({ booking_date: '2026-11-25', booking_time: '09:00:00', is_rained_out: true });
  open();
  await screen.findByText('Choose a day to see its times.');
  expect(screen.queryByText(/not refundable/)).toBeNull();
});

test('a visit cancelled because of rain can be moved even after its day', async () => {
  const backend = startWith({ booking_date: '2026-10-30', is_rained_out: true });
  open();
  expect(await screen.findByText(/^Premium Detailing on Friday, October 30/)).toBeTruthy();
  expect(await screen.findByText('November 2026')).toBeTruthy();
  await pickTime(/November 26, 2026/, '10:30 AM');
  await userEvent.click(confirm());
  expect(await screen.findByText('Your booking has been rescheduled.')).toBeTruthy();
  expect(backend.sent(write)[0]?.body).toEqual({
    booking_date: '2026-11-26',
    booking_time: '10:30',
  });
});

describe('When the booking cannot be moved', () => {
  test("an unknown booking, or another person's, leads to My Bookings [S8.61]", async () => {
    startWith(null);
    open();
    expect(await screen.findByText('Booking not found.')).toBeTruthy();
    expect((await screen.findByTestId('address')).textContent).toBe('/my-bookings');
  });

  test('an invalid booking id is not found, without a request', async () => {
    const backend = startWith();
    open('my-booking');
    expect(await screen.findByText('Booking not found.')).toBeTruthy();
    expect(backend.sent(read)).toEqual([]);
  });

  test('names the add-ons that go along', async () => {
    const add_ons = [{ id: 'wax', name: 'Hand wax', priceCents: 2500, minutes: 30 }];
    startWith({ add_ons });
    open();
    expect(
      await screen.findByRole('heading', { name: 'Premium Detailing with Hand wax' }),
    ).toBeTruthy();
  });

  test('moves a booking of a removed service and vehicle class by what was sold', async () => {
    startWith({
      service_id: 'moon-polish',
      service_name: 'Moon Polish',
      duration_minutes: 420,
      vehicle_type: 'truck',
      vehicle_name: 'Pickup Truck',
    });
    open();
    const summary = await screen.findByRole('complementary', { name: 'Moon Polish' });
    expect(summary.textContent).toContain('2021 Mazda CX-5, Pickup Truck');
    // Seven hours end by 5 PM only from 8:30 to 10:00.
    expect(offered(await pickDay(/December 3, 2026/))).toHaveLength(4);
  });

  test('an unknown service is reported, with a number to call [S8.62]', async () => {
    startWith({ service_id: 'moon-polish', service_name: 'Moon Polish', vehicle_name: null });
    open();
    // On the screen and in a toast.
    await waitFor(() => expect(screen.getAllByText('Service data mismatch.')).toHaveLength(2));
    expect(screen.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:\+1/);
    expect(screen.queryByRole('button', { name: 'Confirm New Time' })).toBeNull();
  });

  test.each([
    ['cancelled', { status: 'cancelled' }, /It is cancelled/],
    ['past', { booking_date: '2026-11-23' }, /has already started/],
    ['under way', { booking_date: '2026-11-24', booking_time: '09:30:00' }, /has already started/],
    ['done early', { done_at: '2026-11-24T14:30:00Z' }, /has already started/],
  ] as const)('a booking that is %s says so, with a link back', async (_what, change, reason) => {
    startWith(change);
    open();
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to My Bookings' })).toBeTruthy();
  });
});

describe('When the move is refused', () => {
  async function moveAgainst(answer: Reply, takenSlots: Slot[] = []) {
    const backend = startWith({}, takenSlots);
    backend.answers[write] = answer;
    open();
    await pickTime(/December 3, 2026/, '10:30 AM');
    return backend;
  }

  test('the failure is shown [S8.63]', async () => {
    await moveAgainst({ status: 500, body: { message: 'boom', code: 'XX000' } });
    await userEvent.click(confirm());
    expect(await screen.findByText('Failed to update booking.')).toBeTruthy();
    expect(screen.getByText(/^Something went wrong/)).toBeTruthy();
    expect(screen.queryByText('boom')).toBeNull();
    // The time is still chosen: pressing again tries again.
    expect(confirm().ariaDisabled).toBeNull();
  });

  test('a time booked by another customer is reported; the day stays and its times are reloaded', async () => {
    const takenSlots: Slot[] = [];
    const backend = await moveAgainst(refusedBy('slot_taken'), takenSlots);
    takenSlots.push(taken('2026-12-03', '10:30'));
    const asked = backend.sent(slots).length;
    await userEvent.click(confirm());
    expect(await screen.findByText('Failed to update booking.')).toBeTruthy();
    expect(
      await screen.findByText(/10:30 AM on Thursday, December 3 is no longer available/),
    ).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Available times' }));
    const times = await screen.findByRole('group', { name: 'Times on Thursday, December 3' });
    expect(offered(times)).toEqual(['1:30 PM', '2:00 PM']);
    expect(backend.sent(slots).length).toBeGreaterThan(asked);
    expect(confirm().ariaDisabled).toBe('true');

    backend.answers[write] = { body: [{ id }] };
    await userEvent.click(within(times).getByRole('radio', { name: '2:00 PM' }));
    expect(screen.queryByText('That time is no longer available')).toBeNull();
    await userEvent.click(confirm());
    expect(await screen.findByText('Your booking has been rescheduled.')).toBeTruthy();
  });

  test.each([
    ['time_not_offered', 'This time isn’t available.'],
    ['time_in_past', 'That time has passed.'],
    ['date_too_far', 'That day is too far ahead.'],
    ['too_many_moves', 'You’ve moved appointments several times today.'],
    ['hold_lapsed', 'This booking wasn’t paid in time'],
  ])('%s has a sentence', async (code, sentence) => {
    await moveAgainst(refusedBy(code));
    await userEvent.click(confirm());
    expect(await screen.findByText('Failed to update booking.')).toBeTruthy();
    expect(await screen.findByText(new RegExp(`^${sentence}`))).toBeTruthy();
  });

  test.each([
    ['booking_cancelled', { status: 'cancelled' }, /It is cancelled/],
    ['booking_past', { booking_date: '2026-11-23' }, /has already started/],
  ] as const)('%s shows the current state of the booking', async (code, change, reason) => {
    const backend = await moveAgainst(refusedBy(code));
    backend.answers[read] = { body: [anOwnBooking(change)] };
    await userEvent.click(confirm());
    expect(await screen.findByText(reason)).toBeTruthy();
  });

  test('a booking that no longer belongs to the customer leads to My Bookings', async () => {
    const backend = await moveAgainst({ body: [] });
    backend.answers[read] = { body: [] };
    await userEvent.click(confirm());
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/my-bookings'));
  });

  test('an unavailable server is reported', async () => {
    const backend = await moveAgainst({ body: [] });
    backend.answers[write] = () => Promise.reject(new TypeError('Failed to fetch'));
    await userEvent.click(confirm());
    expect(await screen.findByText(/We could not reach the server/)).toBeTruthy();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(/We could not reach the server/)).toBeNull());
  });
});
