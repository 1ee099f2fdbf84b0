// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { formatCents } from '@domain/money/money.ts';
import { someDetails } from '@/entities/booking/testing/booking-details.ts';
import { aBooking } from '@/entities/booking/testing/booking-record.ts';
import { setBusiness } from '@/lib/business.ts';
import { setSession } from '@/lib/session.ts';
import { signIn } from '@/testing/sign-in.ts';
import { anyTime, startFakeServer, taken } from '../testing/fake-server.ts';
import {
  amount,
  field,
  findForm,
  now,
  pickTime,
  premium,
  renderSchedule,
  typeEarlier,
} from '../testing/render-schedule.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('A signed-in customer', () => {
  afterEach(() => setSession({ status: 'guest' }));

  test('starts with their name and address, and typed values stay', async () => {
    startFakeServer();
    signIn({ user: { id: 'u1', email: 'alex@customer.example', name: 'Alex Tremblay' } });
    renderSchedule();
    expect(screen.queryByLabelText(/Full Name/)).toBeNull();
    const user = await pickTime(/November 26/, '9:00 AM');
    expect(field('Full Name').value).toBe('Alex Tremblay');
    expect(field('Email Address').value).toBe('alex@customer.example');
    await user.clear(field('Email Address'));
    await user.type(field('Email Address'), 'work@customer.example');
    const renamed = { id: 'u1', email: 'alex@customer.example', name: 'Alexandra Tremblay' };
    act(() => signIn({ user: renamed }));
    expect(field('Full Name').value).toBe('Alex Tremblay');
    expect(field('Email Address').value).toBe('work@customer.example');
  });

  test('starts with their name also where an earlier visit left another one', async () => {
    startFakeServer();
    typeEarlier({ name: 'Al Old', email: 'old@customer.example' });
    signIn({ user: { id: 'u1', email: 'alex@customer.example', name: 'Alex Tremblay' } });
    const { unmount } = renderSchedule();
    const user = await pickTime(/November 26/, '9:00 AM');
    expect(field('Full Name').value).toBe('Alex Tremblay');
    expect(field('Email Address').value).toBe('alex@customer.example');
    expect(field('Phone').value).toBe('905 555 0199');
    await user.clear(field('Full Name'));
    await user.type(field('Full Name'), 'Sam Tremblay');
    unmount();
    renderSchedule();
    await findForm();
    expect(field('Full Name').value).toBe('Sam Tremblay');
  });

  test('starts with the contact and the address of the last booking, and keeps what is typed', async () => {
    const server = startFakeServer();
    const { id, car_model, car_year } = aBooking();
    server.former.rows = [{ id, car_model, car_year, vehicle_type: 'sedan' }];
    const last = someDetails();
    server.former.details = [last];
    signIn({
      user: { id: 'u1', email: 'alex@customer.example' },
      accessToken: () => Promise.resolve('the token of Alex'),
    });
    renderSchedule();
    const user = await pickTime(/November 26/, '9:00 AM');
    await waitFor(() => expect(field('Street Address').value).toBe('12 Maple Lane'));
    expect(field('City').value).toBe('Caledon');
    expect(field('Postal Code').value).toBe('L7C 1A1');
    expect(field('Full Name').value).toBe(last.customer_name);
    expect(field('Phone').value).toBe('(905) 555-0199');
    await user.clear(field('Street Address'));
    await user.type(field('Street Address'), '7 Queen Street');
    act(() =>
      signIn({ user: { id: 'u1', email: 'alex@customer.example', phone: '+14165550100' } }),
    );
    expect(field('Street Address').value).toBe('7 Queen Street');
    expect(field('Phone').value).toBe('(905) 555-0199');
  });

  test('adds nothing of the last address to one that is begun', async () => {
    sessionStorage.setItem(
      'booking-draft',
      JSON.stringify({ details: { address: '7 Queen Street' } }),
    );
    const server = startFakeServer();
    const { id, car_model, car_year } = aBooking();
    server.former.rows = [{ id, car_model, car_year, vehicle_type: 'sedan' }];
    server.former.details = [someDetails()];
    signIn({
      user: { id: 'u1', email: 'alex@customer.example' },
      accessToken: () => Promise.resolve('the token of Alex'),
    });
    renderSchedule();
    await pickTime(/November 26/, '9:00 AM');
    await screen.findByRole('button', { name: '12 Maple Lane, Caledon' });
    expect(field('Street Address').value).toBe('7 Queen Street');
    expect(field('City').value).toBe('');
  });

  test('fills in the car and the address of a former booking with one press each', async () => {
    const server = startFakeServer();
    const { id, car_model, car_year } = aBooking();
    server.former = {
      rows: [{ id, car_model, car_year, vehicle_type: 'sedan' }],
      details: [someDetails()],
    };
    signIn({
      user: { id: 'u1', email: 'alex@customer.example' },
      accessToken: () => Promise.resolve('the token of Alex'),
    });
    renderSchedule();
    const user = await pickTime(/November 26/, '9:00 AM');
    const car = await screen.findByRole('button', { name: '2021 Mazda CX-5' });
    expect(car.getAttribute('aria-pressed')).toBe('false');
    await user.click(car);
    expect([field('Car Model').value, field('Car Year').value]).toEqual(['Mazda CX-5', '2021']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Sedan' }).checked).toBe(true);
    expect(car.getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: '12 Maple Lane, Caledon' }));
    expect(field('Street Address').value).toBe('12 Maple Lane');
    expect(field('Postal Code').value).toBe('L7C 1A1');
  });

  test('are told apart by their class when a car was booked as two', async () => {
    const server = startFakeServer();
    const { id, car_model, car_year } = aBooking();
    server.former = {
      rows: ['sedan', 'suv'].map((vehicle_type) => ({ id, car_model, car_year, vehicle_type })),
      details: [someDetails()],
    };
    signIn({
      user: { id: 'u1', email: 'alex@customer.example' },
      accessToken: () => Promise.resolve('the token of Alex'),
    });
    renderSchedule();
    const user = await pickTime(/November 26/, '9:00 AM');
    const sedan = await screen.findByRole('button', { name: '2021 Mazda CX-5, Sedan' });
    const suv = screen.getByRole('button', { name: /^2021 Mazda CX-5, SUV/ });
    await user.click(sedan);
    const pressed = [sedan, suv].map((chip) => chip.getAttribute('aria-pressed'));
    expect(pressed).toEqual(['true', 'false']);
  });
});

test('asks to call before booking where there is no water or power', async () => {
  startFakeServer();
  renderSchedule();
  const user = await pickTime(/November 26/, '9:00 AM');
  const request = () => screen.queryByText(/Please call us before you book/)?.textContent;
  expect(request()).toBeUndefined();
  await user.selectOptions(screen.getByLabelText('Water tap on site'), 'No');
  expect(request()).toBe(
    'Please call us before you book: without a water tap, we have to plan the visit with you. Our number is (905) 555-0142.',
  );
  await user.selectOptions(screen.getByLabelText('Power outlet on site'), 'No');
  expect(request()).toContain('without a water tap or a power outlet,');
  await user.selectOptions(screen.getByLabelText('Water tap on site'), 'Yes');
  expect(request()).toContain('without a power outlet,');
});

describe('The price while the form is filled in', () => {
  test('shows a flat deposit, with the rest due on site', async () => {
    startFakeServer();
    renderSchedule();
    await pickTime(/November 26/, '9:00 AM');
    expect(amount('Total')).toBe('$119.99');
    expect(amount('Due now')).toBe(formatCents(2000));
    expect(amount('Due on site')).toBe(formatCents(11999 - 2000));
    expect(amount('GST (5%)')).toBeUndefined();
  });

  test('changes with coupon, tip and payment in full', async () => {
    startFakeServer();
    renderSchedule();
    const user = await pickTime(/November 26/, '9:00 AM');
    await user.type(field('Coupon Code'), 'newcustomer20');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('$20 off applied')).toBeTruthy();
    expect(
      screen.getByText('For a first visit only. We check this when you continue.'),
    ).toBeTruthy();
    await user.type(field('Tip'), '12.50');
    await user.click(screen.getByRole('radio', { name: 'Pay in full online' }));
    // (119.99 − 20) = 99.99; 5 % of it is 5.00 to the cent; and the tip is not taxed.
    expect(amount('Coupon NEWCUSTOMER20')).toBe('−$20.00');
    expect(amount('GST (5%)')).toBe('$5.00');
    expect(amount('Tip')).toBe('$12.50');
    expect(amount('Total')).toBe('$117.49');
    expect(amount('Due now')).toBe('$117.49');
    expect(amount('Due on site')).toBe('$0.00');
  });

  test('changes with the vehicle', async () => {
    startFakeServer();
    renderSchedule();
    const user = await pickTime(/November 26/, '9:00 AM');
    await user.click(screen.getByRole('radio', { name: 'Sedan' }));
    expect(amount('Total')).toBe('$99.99');
  });

  test('accepts a suggested tip, which can be removed', async () => {
    startFakeServer();
    renderSchedule();
    const user = await pickTime(/November 26/, '9:00 AM');
    const suggestion = screen.getByRole('button', { name: '$15' });
    await user.click(suggestion);
    expect(field('Tip').value).toBe('15');
    expect(amount('Tip')).toBe('$15.00');
    await user.click(suggestion);
    expect(amount('Tip')).toBeUndefined();
  });

  test('takes off what the server answers about a coupon that is not advertised', async () => {
    const server = startFakeServer();
    server.couponOffer = (code) =>
      code === 'TENTH' ? { ...anyTime, discount: { kind: 'percent', basisPoints: 1000 } } : null;
    renderSchedule();
    const user = await pickTime(/November 26/, '9:00 AM');
    await user.type(field('Coupon Code'), 'tenth{Enter}');
    expect(await screen.findByText('$12 off applied')).toBeTruthy();
    expect(amount('Coupon TENTH')).toBe('−$12.00');
    await user.type(field('Coupon Code'), 'S');
    expect(amount('Coupon TENTH')).toBeUndefined();
    expect(amount('Total')).toBe('$119.99');
  });

  test('checks the coupon of a kept draft again after a reload', async () => {
    const server = startFakeServer();
    server.couponOffer = () => ({ ...anyTime, discount: { kind: 'percent', basisPoints: 1000 } });
    const { unmount } = renderSchedule();
    const user = await pickTime(/November 26/, '9:00 AM');
    await user.type(field('Coupon Code'), 'tenth{Enter}');
    expect(await screen.findByText('$12 off applied')).toBeTruthy();
    unmount();
    renderSchedule();
    expect(await screen.findByText('$12 off applied')).toBeTruthy();
    expect(amount('Coupon TENTH')).toBe('−$12.00');
    cleanup();
    server.couponOffer = () => null;
    renderSchedule();
    expect(await screen.findByText('This coupon code isn’t valid.')).toBeTruthy();
    expect(document.activeElement).not.toBe(field('Coupon Code'));
    expect(amount('Coupon TENTH')).toBeUndefined();
  });

  test('leaves a coupon to the booking when the server gives no answer', async () => {
    const server = startFakeServer();
    server.couponOffer = () => undefined;
    renderSchedule();
    const user = await pickTime(/November 26/, '9:00 AM');
    await user.type(field('Coupon Code'), 'FREEWASH{Enter}');
    const answer = await screen.findByText('We check this code when you continue.');
    // Not the colour of a code that counts.
    expect(answer.className).not.toContain('success');
    expect(amount('Total')).toBe('$119.99');
  });
});

const twentyOff = { ...anyTime, discount: { kind: 'amount', cents: 2000 } };

test.each([
  ['is unknown', null, 'This coupon code isn’t valid.'],
  ['has expired', { ...twentyOff, validUntil: '2026-11-23' }, 'This coupon has ended.'],
  [
    'is for later',
    { ...twentyOff, validFrom: '2026-12-01' },
    'This coupon is valid from Tuesday, December 1, 2026.',
  ],
  [
    'is used up',
    { ...twentyOff, isUsedUp: true },
    'This coupon is no longer available. It may be on a booking of yours.',
  ],
])('tells a guest at once that a coupon %s', async (_, offer, sentence) => {
  const server = startFakeServer();
  server.couponOffer = () => offer;
  renderSchedule();
  const user = await pickTime(/November 26/, '9:00 AM');
  await user.type(field('Coupon Code'), 'newcustomer20{Enter}');
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(document.activeElement).toBe(field('Coupon Code'));
  expect(amount('Total')).toBe('$119.99');
  expect(server.bookingRequests).toHaveLength(0);
});

test('refuses at once the coupon that a signed-in customer used already', async () => {
  signIn({
    user: { id: 'u1', email: 'alex@customer.example', name: 'Alex Tremblay' },
    accessToken: () => Promise.resolve('the token of Alex'),
  });
  const server = startFakeServer();
  server.couponRefusal = 'coupon_used';
  renderSchedule();
  const user = await pickTime(/November 26/, '9:00 AM');
  await user.type(field('Coupon Code'), 'newcustomer20{Enter}');
  expect(
    await screen.findByText(
      'This coupon was already used with this email address, phone number or account.',
    ),
  ).toBeTruthy();
  expect(document.activeElement).toBe(field('Coupon Code'));
  expect(amount('Total')).toBe('$119.99');
  await user.clear(field('Coupon Code'));
  server.couponRefusal = null;
  await user.type(field('Coupon Code'), 'newcustomer20{Enter}');
  await screen.findByText('$20 off applied');
  setSession({ status: 'guest' });
});

test('does not offer the advertised coupon outside its days', async () => {
  const coupons = defaultBusiness.coupons.map((one) => ({ ...one, validUntil: '2026-11-23' }));
  setBusiness({ ...defaultBusiness, coupons });
  startFakeServer();
  renderSchedule();
  await pickTime(/November 26/, '9:00 AM');
  expect(screen.queryByText(/NEWCUSTOMER20 takes/)).toBeNull();
  setBusiness(defaultBusiness);
});

describe('A form with errors', () => {
  test('is not sent, names each error and focuses the first', async () => {
    const server = startFakeServer();
    renderSchedule();
    const user = await pickTime(/November 26/, '9:00 AM');
    await user.type(field('Full Name'), 'Alex Tremblay');
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    const error = await screen.findByText('Please enter your email address.');
    expect(document.activeElement).toBe(field('Email Address'));
    expect(field('Email Address').getAttribute('aria-describedby')).toContain(error.id);
    expect(screen.getByText('Please enter your postal code.')).toBeTruthy();
    expect(server.bookingRequests).toHaveLength(0);
  });
});

describe('A draft', () => {
  test('survives a reload, with the time, the vehicle and the payment option', async () => {
    startFakeServer();
    const { unmount } = renderSchedule();
    const user = await pickTime(/November 26/, '12:00 PM');
    await user.type(field('Full Name'), 'Alex Tremblay');
    await user.type(field('Tip'), '10');
    await user.click(screen.getByRole('radio', { name: 'Sedan' }));
    await user.click(screen.getByRole('radio', { name: 'Pay in full online' }));
    unmount();

    renderSchedule();
    const time = await screen.findByRole<HTMLInputElement>('radio', { name: '12:00 PM' });
    expect(time.checked).toBe(true);
    expect(field('Full Name').value).toBe('Alex Tremblay');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Sedan' }).checked).toBe(true);
    // 99.99 + 5.00 tax + 10.00 tip
    expect(amount('Total')).toBe('$114.99');
  });

  test('is kept for another service, with the new vehicle', async () => {
    startFakeServer();
    const { unmount } = renderSchedule();
    const user = await pickTime(/November 26/, '3:00 PM');
    await user.type(field('Full Name'), 'Alex Tremblay');
    unmount();

    renderSchedule({ serviceId: 'luxury-package', vehicleType: 'sedan' }, 'second-visit');
    await findForm();
    expect(field('Full Name').value).toBe('Alex Tremblay');
    expect(await screen.findByText('That time doesn’t fit your new package')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Sedan' }).checked).toBe(true);
  });

  test('names a chosen time that was booked meanwhile, and keeps the form', async () => {
    const server = startFakeServer();
    const { unmount } = renderSchedule(premium);
    const user = await pickTime(/November 26/, '12:00 PM');
    await user.type(field('Full Name'), 'Alex Tremblay');
    unmount();

    server.slots = [taken('2026-11-26', '12:00')];
    renderSchedule(premium);
    expect(await screen.findByText(/November 26 at 12:00 PM can no longer be booked/)).toBeTruthy();
    expect(field('Full Name').value).toBe('Alex Tremblay');
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Available times'));
    expect(server.bookingRequests).toHaveLength(0);
  });

  test('is kept when Change leads back to the times', async () => {
    startFakeServer();
    renderSchedule();
    await pickTime(/November 26/, '12:00 PM');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Change' }));
    const times = screen.getByRole('radio', { name: '12:00 PM' }).closest('section');
    expect(document.activeElement).toBe(times);
  });
});
