// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { heldForState } from '@/entities/waiting-list/held-for.ts';
import { setBusiness } from '@/lib/business.ts';
import { setSession } from '@/lib/session.ts';
import { refusal, startFakeBackend, type Reply } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { aBookingPage } from '../testing/booking-page.ts';
import PhoneBookingScreen from './phone-booking-screen.tsx';

const user = userEvent.setup();
const takeCall = 'POST /functions/v1/take-phone-booking';
const bookingId = '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T15:00:00Z') });
  signIn({ isAdmin: true });
});
afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  setBusiness(defaultBusiness);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Arrival = {
  taken?: object[];
  state?: unknown;
  query?: string;
  visits?: object[];
  ahead?: object[];
};

const civic = {
  service_id: 'premium-detailing',
  vehicle_type: 'sedan',
  car_model: 'Honda Civic',
  car_year: 2021,
  address: '9 Elm Street',
  city: 'Caledon',
  province: 'ON',
  postal_code: 'L7C 1A1',
};
const xc60 = { ...civic, vehicle_type: 'suv', car_model: 'Volvo XC60', address: '4 Lake Road' };
const pam = {
  name: 'Pam Phone',
  email: 'pam@example.com',
  phone: '+19055550177',
  visits: [civic, xc60],
  ahead: [],
};

function open(
  answer: Reply = { status: 201, body: { bookingId } },
  servedPrefixes: string[] = [],
  {
    taken = [],
    state = null,
    query = '?date=2026-12-01&time=12:00',
    visits = pam.visits,
    ahead = pam.ahead,
  }: Arrival = {},
) {
  const stored = { booking_date: '2026-12-01', booking_time: '09:00:00' };
  const backend = startFakeBackend({
    'GET /rest/v1/booked_slots': { body: taken },
    'GET /rest/v1/rpc/opening_rules': { body: { ...defaultOpeningRules, servedPrefixes } },
    [takeCall]: answer,
    'POST /rest/v1/rpc/find_callers': { body: { callers: [{ ...pam, visits, ahead }] } },
    'POST /rest/v1/rpc/booking_page': { body: aBookingPage({ booking: stored }) },
  });
  const path = `/admin/bookings/new${query}`;
  window.history.replaceState(null, '', path);
  renderScreen(<PhoneBookingScreen />, { path, state });
  return backend;
}

async function fill(changes: Record<string, string> = {}) {
  const typed = {
    'Full Name': 'Pam Phone',
    'Phone *': '905 555 0177',
    'Car Model *': 'Honda Civic',
    'Car Year *': '2021',
    'Street Address *': '9 Elm Street',
    'City *': 'Caledon',
    'Postal Code *': 'L7C 1A1',
    ...changes,
  };
  for (const [label, text] of Object.entries(typed)) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.paste(text);
  }
  await user.click(screen.getByRole('radio', { name: 'Sedan' }));
}

const take = () => user.click(screen.getByRole('button', { name: 'Book it' }));

test('books the time of its URL without an email address, and opens the booking', async () => {
  const backend = open();
  expect(await screen.findAllByText('Tuesday, December 1 at 12:00 PM')).toHaveLength(2);
  await fill();
  await take();
  expect((await screen.findByTestId('address')).textContent).toBe(`/admin/bookings/${bookingId}`);
  const [sent] = backend.sent(takeCall);
  expect(sent?.body).toMatchObject({
    serviceId: 'basic-wash',
    vehicleType: 'sedan',
    bookingDate: '2026-12-01',
    bookingTime: '12:00',
    customerInfo: { name: 'Pam Phone', email: null },
  });
  expect(JSON.stringify(sent?.body)).not.toMatch(/cents|price/i);
});

test('shows the known customers under the field in which the owner types', async () => {
  open();
  const phone = await screen.findByLabelText('Phone *');
  const name = screen.getByLabelText('Full Name');
  const order = (matches: HTMLElement) =>
    [phone, name, matches]
      .toSorted((a, b) =>
        a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
      )
      .indexOf(matches);
  await user.type(phone, '9055');
  expect(order(await screen.findByRole('list', { name: 'Matching customers' }))).toBe(1);
  await user.type(name, 'Pam');
  expect(order(await screen.findByRole('list', { name: 'Matching customers' }))).toBe(2);
});

test('says beside the sum that a booking by phone carries no tax', async () => {
  open();
  await user.click(await screen.findByRole('radio', { name: 'Sedan' }));
  expect(screen.getByText('No tax added')).toBeTruthy();
});

test('asks for the vehicle of a new caller, whose price is not known before', async () => {
  const backend = open();
  const sedan = await screen.findByRole<HTMLInputElement>('radio', { name: 'Sedan' });
  expect(sedan.checked).toBe(false);
  expect(screen.getAllByText('from $65.00').length).toBeGreaterThan(0);
  await take();
  expect(await screen.findByText('Please choose the vehicle.')).toBeTruthy();
  expect(backend.sent(takeCall)).toEqual([]);
  await user.click(sedan);
  expect(screen.queryByText('Please choose the vehicle.')).toBeNull();
});

test('forgets the vehicle of a customer when another one is chosen', async () => {
  open();
  await user.type(await screen.findByLabelText('Phone *'), '905');
  await user.click(await screen.findByRole('button', { name: /^Pam Phone/ }));
  const isSedan = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Sedan' }).checked;
  expect(isSedan()).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Another car' }));
  expect(isSedan()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Choose another customer' }));
  expect(isSedan()).toBe(false);
});

test('asks for a missing time together with the other missing fields', async () => {
  open(undefined, [], { query: '' });
  await screen.findByRole('button', { name: 'Book it' });
  await take();
  expect(await screen.findByText('Please choose a day and a time.')).toBeTruthy();
  const phone = screen.getByLabelText('Phone *');
  await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(phone);
});

test('books add-ons by their ids, shows their price, and offers times with room for them', async () => {
  const wax = { id: 'wax', name: 'Hand wax', description: '', minutes: 60, isVisible: true };
  setBusiness({
    ...defaultBusiness,
    addOns: [{ ...wax, priceCents: { sedan: 2000, suv: 3000 } }],
  });
  const late = {
    booking_date: '2026-12-01',
    booking_time: '11:00',
    duration_minutes: 60,
    crew: 1,
  };
  const backend = open(undefined, [], {
    taken: [{ ...late, service_name: 'Basic Wash' }],
    query: '?date=2026-12-01',
  });
  expect(await screen.findByLabelText('9:00 AM')).toBeTruthy();
  const price = screen.getByRole('complementary', { name: 'Basic Wash' });
  await user.click(screen.getByRole('checkbox', { name: 'Hand wax' }));
  expect(within(price).getByText('from $85.00')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Sedan' }));
  expect(screen.queryByLabelText('9:00 AM')).toBeNull();
  await user.click(screen.getByLabelText('3:00 PM'));
  expect(
    within(price)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['$65.00', '$20.00', '$85.00']);
  await fill();
  await take();
  await screen.findByTestId('address');
  expect(backend.sent(takeCall)[0]?.body).toMatchObject({
    serviceId: 'basic-wash',
    addOns: ['wax'],
    bookingTime: '15:00',
  });
});

test('books again with the add-ons of the last visit that are still offered', async () => {
  const wax = { id: 'wax', name: 'Hand wax', description: '', minutes: 0, isVisible: true };
  setBusiness({
    ...defaultBusiness,
    addOns: [{ ...wax, priceCents: { sedan: 2000, suv: 3000 } }],
  });
  const sold = ['wax', 'old'].map((id) => ({ id, name: id, priceCents: 1, minutes: 5 }));
  const backend = open(undefined, [], {
    query: `?again=${bookingId}&date=2026-12-01&time=12:00`,
    visits: [{ ...civic, add_ons: sold }],
  });
  expect(
    (await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Hand wax' })).checked,
  ).toBe(true);
  await take();
  await screen.findByTestId('address');
  expect(backend.sent(takeCall)[0]?.body).toMatchObject({ addOns: ['wax'] });
});

test('says what a customer has booked already', async () => {
  const visit = { id: 'b2', booking_date: '2026-12-03', booking_time: '09:00:00' };
  open(undefined, [], {
    query: `?again=${bookingId}&date=2026-12-01&time=12:00`,
    ahead: [{ ...visit, service_name: 'Basic Wash' }],
  });
  const booked = await screen.findByText('Already booked');
  expect(booked.nextElementSibling?.textContent).toBe('Thu, Dec 3, 9:00 AM, Basic Wash');
});

test('prices a coupon that isn’t advertised before booking, by the server', async () => {
  const off = { kind: 'amount', cents: 1000 };
  const backend = open();
  backend.answers['POST /rest/v1/rpc/coupon_offer'] = {
    body: { discount: off, validFrom: null, validUntil: null, isUsedUp: false },
  };
  await fill({ 'Coupon Code': 'friends 10' });
  const price = screen.getByRole('complementary');
  expect(await within(price).findByText('Coupon FRIENDS10')).toBeTruthy();
  expect(within(price).getByText('−$10.00')).toBeTruthy();
  expect(backend.sent('POST /rest/v1/rpc/coupon_offer').at(-1)?.body).toEqual({
    code: 'FRIENDS10',
  });
});

test('says in the price why a coupon takes nothing off', async () => {
  const backend = open();
  backend.answers['POST /rest/v1/rpc/coupon_offer'] = { body: null };
  await fill({ 'Coupon Code': 'NOBODY' });
  const price = screen.getByRole('complementary');
  expect(await within(price).findByText('This coupon code isn’t valid.')).toBeTruthy();
});

test.each([
  [false, 'Same prices as online, paid on site.'],
  [true, 'Paid on site. Prices are as online; a discount for being nearby only applies online.'],
])('says which prices count, with travel: %s', async (needsPlace, lead) => {
  const backend = open();
  backend.answers['GET /rest/v1/rpc/opening_rules'] = {
    body: { ...defaultOpeningRules, needsPlace },
  };
  expect(await screen.findByText(lead)).toBeTruthy();
});

test('says at each field what is missing, and sends nothing', async () => {
  const backend = open();
  await take();
  expect(await screen.findByText('Please enter the phone number.')).toBeTruthy();
  expect(screen.queryByText('Please enter the full name.')).toBeNull();
  expect(backend.sent(takeCall)).toEqual([]);
});

test('asks for another time when it was booked meanwhile, and keeps the typed values', async () => {
  open(refusal(409, 'slot_taken', 'Sorry, that time is no longer available.'));
  await fill();
  await take();
  expect(await screen.findByText(/^Every crew is busy at this time\./)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Pam Phone');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '12:00 PM' }).checked).toBe(false);
});

test('asks before discarding the typed values, except after the booking was made', async () => {
  open();
  await user.type(screen.getByLabelText('Full Name'), 'Pam');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  await fill();
  await take();
  await screen.findByTestId('address');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});

test('brings back what was typed before the page was closed, until the form is left', async () => {
  const key = 'phone-booking-typed';
  open();
  await fill();
  const kept = sessionStorage.getItem(key) ?? '';
  cleanup();
  expect(sessionStorage.getItem(key)).toBeNull();
  sessionStorage.setItem(key, kept);
  open();
  await screen.findByText('What you typed is still here');
  expect(screen.getByLabelText('Car Model *')).toHaveProperty('value', 'Honda Civic');
  await user.click(screen.getByRole('button', { name: 'Empty the form' }));
  expect(screen.getByLabelText('Car Model *')).toHaveProperty('value', '');
  expect(screen.queryByText('What you typed is still here')).toBeNull();
});

test('warns of an address outside the service area, and books anyway', async () => {
  const backend = open(undefined, ['L7']);
  await fill({ 'Postal Code *': 'M5V 2T6' });
  expect(await screen.findByText('M5V 2T6 is outside your service area.')).toBeTruthy();
  await take();
  await screen.findByTestId('address');
  expect(backend.sent(takeCall)).toHaveLength(1);
});

test('when resent with other values, says what is stored, links there and keeps the typed values', async () => {
  const backend = open(refusal(409, 'already_booked_otherwise', 'This booking was already made.'));
  await fill();
  await take();
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('This booking was already made.')).toBeTruthy();
  expect(
    await alert.findByText(
      'Premium Detailing for Alex Tremblay, Tuesday, December 1, 2026 at 9:00 AM',
    ),
  ).toBeTruthy();
  const [sent] = backend.sent(takeCall);
  const { bookingId: sentId } = (sent?.body ?? {}) as { bookingId?: string };
  const link = alert.getByRole('link', { name: 'Open booking' });
  expect(link.getAttribute('href')).toBe(`/admin/bookings/${sentId}`);
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Pam Phone');
  await user.click(link);
  expect(
    (await screen.findByRole('alertdialog')).textContent.includes(
      'was made with the details you first sent',
    ),
  ).toBe(true);
});

test('books a time held for a customer on the waiting list for that customer', async () => {
  const held = {
    booking_date: '2026-12-01',
    booking_time: '12:00',
    service_name: 'Premium Detailing',
    duration_minutes: 180,
    crew: 1,
  };
  const backend = open(undefined, [], {
    taken: [held],
    state: heldForState({
      offerId: '7d0c8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
      date: '2026-12-01',
      time: '12:00',
      heldUntil: '2026-11-24T15:30:00Z',
      serviceId: 'premium-detailing',
      vehicleType: 'suv',
      name: 'Wren Hall',
      email: 'wren@example.com',
      phone: '+19055550188',
    }),
  });
  expect(
    await screen.findByText('Tuesday, December 1 at 12:00 PM is held for Wren Hall.'),
  ).toBeTruthy();
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: '12:00 PM' })).checked).toBe(
    true,
  );
  const typed = {
    'Car Model *': 'Honda Civic',
    'Car Year *': '2021',
    'Street Address *': '9 Elm Street',
    'City *': 'Caledon',
    'Postal Code *': 'L7C 1A1',
  };
  for (const [label, text] of Object.entries(typed))
    await user.type(screen.getByLabelText(label), text);
  await take();
  await screen.findByTestId('address');
  expect(backend.sent(takeCall)[0]?.body).toMatchObject({
    serviceId: 'premium-detailing',
    vehicleType: 'suv',
    bookingDate: '2026-12-01',
    bookingTime: '12:00',
    offerId: '7d0c8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
    customerInfo: { name: 'Wren Hall', email: 'wren@example.com', phone: '+19055550188' },
  });
});

test('offers customers whose number fits, and books their latest car, address and service', async () => {
  const backend = open();
  await user.type(screen.getByLabelText('Phone *'), '905');
  await user.click(await screen.findByRole('button', { name: /^Pam Phone/ }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^2021 Honda Civic/ }).checked).toBe(
    true,
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^9 Elm Street/ }).checked).toBe(true);
  await take();
  await screen.findByTestId('address');
  expect(backend.sent(takeCall)[0]?.body).toMatchObject({
    serviceId: 'premium-detailing',
    vehicleType: 'sedan',
    carModel: 'Honda Civic',
    carYear: 2021,
    customerInfo: {
      name: 'Pam Phone',
      email: 'pam@example.com',
      phone: '+19055550177',
      address: '9 Elm Street',
      postalCode: 'L7C 1A1',
    },
  });
});

test('chooses the only customer who fits with Enter, which does not send the form', async () => {
  const backend = open();
  await user.type(await screen.findByLabelText('Phone *'), '905{Enter}');
  await screen.findByRole('button', { name: /^Pam Phone/ });
  expect(screen.queryByText(/Please enter/)).toBeNull();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Choose another customer' })).toBeTruthy();
  expect(backend.sent(takeCall)).toEqual([]);
});

test('books another known car at another known address with a press each', async () => {
  const backend = open();
  await user.type(screen.getByLabelText('Full Name'), 'pam');
  await user.click(await screen.findByRole('button', { name: /^Pam Phone/ }));
  await user.click(screen.getByRole('radio', { name: /^2021 Volvo XC60/ }));
  await user.click(screen.getByRole('radio', { name: /^4 Lake Road/ }));
  await take();
  await screen.findByTestId('address');
  expect(backend.sent(takeCall)[0]?.body).toMatchObject({
    vehicleType: 'suv',
    carModel: 'Volvo XC60',
    customerInfo: { address: '4 Lake Road' },
  });
});

test('asks for a car that is not known yet, and starts over for another customer', async () => {
  open();
  await user.type(screen.getByLabelText('Phone *'), '905');
  await user.click(await screen.findByRole('button', { name: /^Pam Phone/ }));
  await user.click(screen.getByRole('radio', { name: 'Another car' }));
  await take();
  expect(await screen.findByText('Please enter the make and model of the car.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Choose another customer' }));
  expect(screen.getByLabelText<HTMLInputElement>('Phone *').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Street Address *').value).toBe('');
});

test('books again: starts with the customer of the booking, and offers the next times', async () => {
  const backend = open(undefined, [], { query: '?again=3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f' });
  expect(await screen.findByText('Pam Phone')).toBeTruthy();
  expect(backend.sent('POST /rest/v1/rpc/find_callers')[0]?.body).toEqual({
    of_booking: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
  });
  const times = within(await screen.findByRole('group', { name: 'Next available times' }));
  const [first] = times.getAllByRole<HTMLInputElement>('radio');
  if (first) await user.click(first);
  expect(first?.checked).toBe(true);
  await take();
  await screen.findByTestId('address');
  expect(backend.sent(takeCall)[0]?.body).toMatchObject({ serviceId: 'premium-detailing' });
});

test('books a caller without a name by their number', async () => {
  const backend = open();
  await fill({ 'Full Name': ' ' });
  await take();
  await screen.findByTestId('address');
  expect(backend.sent(takeCall)).toHaveLength(1);
});

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function openTyped(time: string, answer?: Reply) {
  const backend = open(answer, [], { query: `?again=${bookingId}` });
  await user.click(await screen.findByRole('button', { name: 'Another time' }));
  type(/^Day/, '2026-12-02');
  type(/^Time/, time);
  return backend;
}

test('books another time outside the opening hours anyway, after saying so', async () => {
  const backend = await openTyped('07:15');
  expect((await screen.findAllByText('Outside your opening hours.')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Book it' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Book anyway' }));
  await screen.findByTestId('address');
  expect(backend.sent(takeCall)[0]?.body).toMatchObject({
    bookingDate: '2026-12-02',
    bookingTime: '07:15',
    anyway: true,
  });
});

test('books another time that customers can book like any other', async () => {
  const backend = await openTyped('09:00');
  await take();
  await screen.findByTestId('address');
  expect(backend.sent(takeCall)[0]?.body).not.toHaveProperty('anyway');
});

test('keeps another time that is taken, says so, and doesn’t offer to book it anyway', async () => {
  const reason = 'No crew works at this time. Please choose another time.';
  const backend = await openTyped('07:15', refusal(409, 'crews_off', reason));
  await user.click(screen.getByRole('button', { name: 'Book anyway' }));
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Time/).value).toBe('07:15');
  expect(screen.queryByRole('button', { name: 'Book anyway' })).toBeNull();
  await take();
  expect(backend.sent(takeCall)).toHaveLength(1);
  type(/^Time/, '07:30');
  expect(screen.getByRole('button', { name: 'Book anyway' })).toBeTruthy();
});

test('sends no time in the past', async () => {
  const backend = await openTyped('07:15');
  type(/^Day/, '2026-11-24');
  await take();
  expect((await screen.findByRole('alert')).textContent).toContain('That time has passed.');
  expect(backend.sent(takeCall)).toEqual([]);
});

test('shows a time of its URL that customers can’t book, with what is unusual about it', async () => {
  open(undefined, [], { query: '?date=2026-12-01&time=10:20' });
  const unusual = 'Customers can’t book this start time online.';
  expect((await screen.findAllByText(unusual)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Show the calendar' }));
  expect(screen.queryByText(unusual)).toBeNull();
  expect(screen.getByRole('button', { name: 'Book it' })).toBeTruthy();
});

test('shows the only car and address of a customer in one line until they are changed', async () => {
  const backend = open(undefined, [], {
    query: `?again=${bookingId}&date=2026-12-01&time=12:00`,
    visits: [xc60],
  });
  expect(await screen.findByText('4 Lake Road, Caledon')).toBeTruthy();
  expect(screen.queryByRole('radio', { name: /^4 Lake Road/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Change/ }));
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^2021 Volvo XC60/ }));
  await user.click(screen.getByRole('radio', { name: 'Another address' }));
  await user.type(screen.getByLabelText('Street Address *'), '7 Oak Street');
  await user.type(screen.getByLabelText('City *'), 'Bolton');
  await user.type(screen.getByLabelText('Postal Code *'), 'L7E 1A1');
  await take();
  await screen.findByTestId('address');
  expect(backend.sent(takeCall)[0]?.body).toMatchObject({
    vehicleType: 'suv',
    carModel: 'Volvo XC60',
    customerInfo: { address: '7 Oak Street' },
  });
});
