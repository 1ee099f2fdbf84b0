// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { appConfig } from '@/config/env.ts';
import { rememberHold } from '@/entities/booking/booking-session.ts';
import { setBusiness } from '@/lib/business.ts';
import { lookAtVehicle } from '@/lib/looked-at-vehicle.ts';
import { setSession } from '@/lib/session.ts';
import { signIn } from '@/testing/sign-in.ts';
import { fullDay, startFakeServer, taken, timeOff } from '../testing/fake-server.ts';
import { amount, now, pickTime, premium, renderSchedule } from '../testing/render-schedule.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  lookAtVehicle('');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const day = (name: string) => screen.getByRole('button', { name: new RegExp(name) });

describe('Arriving without a service', () => {
  test('shows that there is nothing to schedule, with a link back [S2.14, S2.81]', async () => {
    startFakeServer();
    renderSchedule(null);
    expect(await screen.findByRole('heading', { name: 'No Service Selected' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  });

  test('offers the packages at the price of the chosen vehicle, and one press leads to the times', async () => {
    startFakeServer();
    renderSchedule(null);
    await screen.findByRole('list', { name: 'Packages' });
    const packages = () =>
      within(screen.getByRole('list', { name: 'Packages' })).getAllByRole('listitem');
    const prices = () => packages().map((one) => within(one).getByText(/\$/).textContent);
    expect(prices()).toEqual(['from $65.00', 'from $99.99', 'from $129.99']);
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'SUV / Compact SUV' }));
    expect(prices()).toEqual(['$85.00', '$119.99', '$149.99']);
    await user.click(screen.getByRole('link', { name: 'Choose Basic Wash' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeTruthy();
    expect(screen.getByText('Choose a day to see its times.')).toBeTruthy();
    expect(screen.getAllByText('$85.00').length).toBeGreaterThan(0);
  });

  test('keeps the vehicle that was looked at on the home page', async () => {
    startFakeServer();
    lookAtVehicle('suv');
    renderSchedule(null);
    const suv = await screen.findByRole<HTMLInputElement>('radio', { name: /^SUV/ });
    expect(suv.checked).toBe(true);
  });

  test('treats an unknown service as none', async () => {
    startFakeServer();
    renderSchedule({ serviceId: 'moon-polish' });
    expect(await screen.findByRole('heading', { name: 'No Service Selected' })).toBeTruthy();
  });
});

describe('Arriving without a vehicle', () => {
  const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').filter((one) => one.checked);

  test('has none chosen beside the packages, and asks for it once a package is chosen', async () => {
    startFakeServer();
    renderSchedule(null);
    await screen.findByRole('list', { name: 'Packages' });
    expect(chosen()).toEqual([]);
    const user = userEvent.setup();
    await user.click(screen.getByRole('link', { name: 'Choose Basic Wash' }));
    expect(await screen.findByRole('heading', { name: 'Choose your vehicle' })).toBeTruthy();
    expect(screen.queryByText('Choose a day to see its times.')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'SUV / Compact SUV, $85.00' }));
    expect(await screen.findByText('Choose a day to see its times.')).toBeTruthy();
    expect(amount('Total')).toBe('$85.00');
  });

  test.each([
    ['never chosen', undefined],
    ['no longer offered', 'van'],
  ])('asks for a vehicle class that was %s', async (_, vehicleType) => {
    startFakeServer();
    renderSchedule({ ...premium, vehicleType });
    expect(await screen.findByRole('heading', { name: 'Choose your vehicle' })).toBeTruthy();
  });

  test('takes the class that was chosen on the home page', async () => {
    startFakeServer();
    lookAtVehicle('sedan');
    renderSchedule({ serviceId: premium.serviceId });
    expect(await screen.findByText('Choose a day to see its times.')).toBeTruthy();
    expect(amount('Total')).toBe('$99.99');
  });

  test('takes the only class of a business', async () => {
    const [only] = defaultBusiness.vehicleClasses;
    setBusiness({ ...defaultBusiness, vehicleClasses: only ? [only] : [] });
    startFakeServer();
    renderSchedule({ serviceId: premium.serviceId });
    expect(await screen.findByText('Choose a day to see its times.')).toBeTruthy();
    setBusiness(defaultBusiness);
  });
});

test('fills the name and email of a signed-in customer into an external page', async () => {
  startFakeServer();
  appConfig.schedulingPages = { default: 'https://calendly.com/lustre/wash' };
  signIn({
    user: { id: '7f6f9d7e', email: 'ann@example.com', name: 'Ann Lee' },
    accessToken: () => Promise.resolve(null),
  });
  renderSchedule();
  const page = await screen.findByTitle<HTMLIFrameElement>(/./, { exact: false });
  const query = new URL(page.src).searchParams;
  expect([query.get('name'), query.get('email')]).toEqual(['Ann Lee', 'ann@example.com']);
  setSession({ status: 'guest' });
  appConfig.schedulingPages = {};
});

describe('Picking a time', () => {
  test('offers only days with an available time', async () => {
    startFakeServer({ slots: [fullDay('2026-11-25'), taken('2026-11-26', '09:00')] });
    renderSchedule();
    await screen.findByText('Choose a day to see its times.');
    expect(day('November 23, 2026').hasAttribute('disabled')).toBe(true);
    expect(day('November 25, 2026').hasAttribute('disabled')).toBe(true);
    expect(day('November 26, 2026').hasAttribute('disabled')).toBe(false);
  });

  test('shows the times of a day as radios and announces their number', async () => {
    startFakeServer({ slots: [taken('2026-11-26', '09:00')] });
    renderSchedule();
    await pickTime(/November 26/, '12:00 PM');
    const count = screen.getByText('2 times available on Thursday, November 26');
    expect(count.getAttribute('aria-live')).toBe('polite');
    const times = screen.getByRole('group', { name: 'Times on Thursday, November 26' });
    const names = [...times.querySelectorAll('label')].map((label) => label.textContent);
    expect(names).toEqual(['12:00 PM', '3:00 PM']);
  });

  test('says of each time when the visit is over', async () => {
    startFakeServer();
    renderSchedule();
    await pickTime(/November 26/, '12:00 PM');
    const endOf = (start: string) =>
      document.getElementById(screen.getByLabelText(start).getAttribute('aria-describedby') ?? '')
        ?.textContent;
    expect(['9:00 AM', '12:00 PM', '3:00 PM'].map(endOf)).toEqual([
      'Until about 12:00 PM',
      'Until about 3:00 PM',
      'Until about 6:00 PM',
    ]);
  });

  test('requests a month once, by its days, without personal columns', async () => {
    const server = startFakeServer();
    renderSchedule();
    await pickTime(/November 26/, '9:00 AM');
    expect(server.slotRequests).toHaveLength(1);
    const query = new URL(server.slotRequests[0]?.url ?? '').searchParams;
    expect(query.get('select')).toBe(
      'booking_date,booking_time,service_name,duration_minutes,crew',
    );
    expect(query.getAll('booking_date')).toEqual(['gte.2026-11-01', 'lte.2026-11-30']);
  });

  test('uses the days and starts of the rules, and marks closed days', async () => {
    const server = startFakeServer();
    const holiday = { day: '2026-11-26', isOpen: false, starts: null, endsBy: null };
    const early = { day: '2026-11-27', isOpen: true, starts: ['07:30', '11:00'], endsBy: null };
    server.rules = { ...defaultOpeningRules, exceptions: [holiday, early] };
    renderSchedule();
    await pickTime(/November 27, 2026/, '7:30 AM');
    expect(screen.getAllByRole('radio', { name: /AM|PM/ })).toHaveLength(2);
    expect(day('November 26, 2026').hasAttribute('disabled')).toBe(true);
  });

  test('reports a chosen day that was closed or blocked meanwhile', async () => {
    const server = startFakeServer();
    const { unmount } = renderSchedule();
    await pickTime(/November 27, 2026/, '9:00 AM');
    unmount();
    server.slots = [timeOff('2026-11-27')];
    const again = renderSchedule();
    expect(await screen.findByText('No available times on Friday, November 27')).toBeTruthy();
    expect(screen.getByText('That time is no longer available')).toBeTruthy();
    again.unmount();
    const holiday = { day: '2026-11-27', isOpen: false, starts: null, endsBy: null };
    server.rules = { ...defaultOpeningRules, exceptions: [holiday] };
    renderSchedule();
    expect(await screen.findByText('We are closed on Friday, November 27')).toBeTruthy();
  });

  test('offers a time of two crews until both are booked', async () => {
    const server = startFakeServer({
      slots: [
        taken('2026-11-26', '09:00'),
        taken('2026-11-26', '12:00'),
        { ...taken('2026-11-26', '12:00'), crew: 2 },
      ],
    });
    server.rules = { ...defaultOpeningRules, crews: 2 };
    renderSchedule();
    await pickTime(/November 26, 2026/, '9:00 AM');
    expect(screen.queryByLabelText('12:00 PM')).toBeNull();
    expect(screen.getByLabelText('3:00 PM')).toBeTruthy();
  });

  test('offers no time when the rules cannot be loaded, and can retry', async () => {
    const server = startFakeServer();
    server.areRulesDown = true;
    renderSchedule();
    await screen.findByText('We couldn’t load the available times.');
    expect(screen.queryByRole('radio', { name: /AM|PM/ })).toBeNull();
    expect(day('November 26, 2026').hasAttribute('disabled')).toBe(true);
    server.areRulesDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Choose a day to see its times.');
  });

  test('names the next available day after a full month and goes there', async () => {
    const rest = ['24', '25', '26', '27', '28', '29', '30'].map((d) => fullDay(`2026-11-${d}`));
    startFakeServer({ slots: [...rest, fullDay('2026-12-01')] });
    renderSchedule();
    expect(await screen.findByText('November 2026 is fully booked')).toBeTruthy();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /Next available day/ }));
    expect(await screen.findByText('3 times available on Wednesday, December 2')).toBeTruthy();
  });

  test('stops at the months of the booking window', async () => {
    startFakeServer();
    renderSchedule();
    await screen.findByText('Choose a day to see its times.');
    const previous = screen.getByRole('button', { name: 'Previous month' });
    expect(previous.getAttribute('aria-disabled')).toBe('true');
    const next = screen.getByRole('button', { name: 'Next month' });
    const user = userEvent.setup();
    for (let month = 0; month < 3; month += 1) await user.click(next);
    expect(await screen.findByText('February 2027')).toBeTruthy();
    expect(next.getAttribute('aria-disabled')).toBe('true');
  });

  test('can retry when times cannot be loaded', async () => {
    const server = startFakeServer();
    server.isDown = true;
    renderSchedule();
    expect(await screen.findByText('We couldn’t load the available times.')).toBeTruthy();
    server.isDown = false;
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Choose a day to see its times.')).toBeTruthy();
  });

  test("names the visitor's own hold, so that it does not block its time", async () => {
    rememberHold('3f8a6e9c-0000-4000-8000-000000000001');
    const server = startFakeServer();
    renderSchedule();
    await screen.findByText('Choose a day to see its times.');
    const sent = server.slotRequests[0]?.headers.get('x-booking-id');
    expect(sent).toBe('3f8a6e9c-0000-4000-8000-000000000001');
  });

  test('does not offer the last start of a day too short for the service', async () => {
    startFakeServer();
    renderSchedule({ ...premium, serviceId: 'luxury-package' });
    await pickTime(/November 26/, '12:00 PM');
    expect(screen.queryByRole('radio', { name: '3:00 PM' })).toBeNull();
  });
});
