// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AtAddress } from '@/testing/at-address.tsx';
import { useLocation } from '@/lib/location.tsx';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Route, Switch } from 'wouter';
import { lookAtVehicle, lookedAtVehicle } from '@/lib/looked-at-vehicle.ts';
import { HomeScreen } from './home-screen.tsx';

afterEach(() => {
  cleanup();
  lookAtVehicle('');
  document.getElementById('page-data')?.remove();
  vi.unstubAllGlobals();
});

type Answer = { count: number; average: number | null };

/** What the host puts into the page that it renders. */
function bringPageData(rating: Answer) {
  const data = document.body.appendChild(document.createElement('script'));
  Object.assign(data, { id: 'page-data', type: 'application/json' });
  data.textContent = JSON.stringify([[['review-rating'], rating]]);
}

function NavigationState() {
  return <output>{JSON.stringify(useLocation().state)}</output>;
}

function show(rating: Answer | null = null) {
  const onScheduleLikely = vi.fn();
  const asked = vi.fn(() =>
    Promise.resolve(rating ? Response.json(rating) : new Response('', { status: 503 })),
  );
  vi.stubGlobal('fetch', asked);
  const home = <HomeScreen onScheduleLikely={onScheduleLikely} />;
  render(
    <AtAddress>
      <Switch>
        <Route path="/">{home}</Route>
        <Route path="/schedule">
          <NavigationState />
        </Route>
      </Switch>
    </AtAddress>,
  );
  return { asked, onScheduleLikely };
}

const prices = () =>
  screen.getAllByRole('article').map((card) => within(card).getByText(/^\$\d+\.\d\d$/).textContent);

test('remembers the vehicle for the packages of the schedule', async () => {
  show();
  await userEvent.click(screen.getByRole('radio', { name: /^SUV/ }));
  expect(lookedAtVehicle()).toBe('suv');
});

test('starts with a sedan and its prices [S2.1, S2.31, S9.1]', () => {
  show();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Sedan' }).checked).toBe(true);
  expect(prices()).toEqual(['$65.00', '$99.99', '$129.99']);
});

test('shows an SUV at twenty dollars more [S2.32]', async () => {
  show();
  await userEvent.click(screen.getByRole('radio', { name: 'SUV / Compact SUV' }));
  expect(prices()).toEqual(['$85.00', '$119.99', '$149.99']);
});

test('lists the duration and features of every package [S2.1, S9.24]', () => {
  show();
  const [basic] = screen.getAllByRole('article');
  if (!basic) throw new Error('There is no package');
  expect(within(basic).getByText('2 hours')).toBeTruthy();
  expect(
    within(basic)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Exterior wash', 'Tire cleaning', 'Interior vacuuming', 'Window cleaning']);
});

test('shows no booking button until a package is chosen [S2.33, S4.24]', async () => {
  show();
  expect(screen.queryByText('Ready to Book?')).toBeNull();
  const select = screen.getByRole('button', { name: 'Select Premium Detailing' });
  await userEvent.click(select);
  expect(screen.getByRole('heading', { name: 'Ready to Book?' })).toBeTruthy();
  expect(select.getAttribute('aria-pressed')).toBe('true');
});

test('chooses a package by a click anywhere on it, and a later choice replaces it', async () => {
  show();
  await userEvent.click(screen.getByRole('heading', { name: 'Basic Wash' }));
  await userEvent.click(screen.getByRole('heading', { name: 'Luxury Package' }));
  const pressed = screen.getAllByRole('button', { pressed: true });
  expect(pressed.map((button) => button.textContent)).toEqual(['Selected Luxury Package']);
});

test('continues with the chosen service and vehicle [S1.2, S2.34]', async () => {
  show();
  await userEvent.click(screen.getByRole('radio', { name: 'SUV / Compact SUV' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select Premium Detailing' }));
  await userEvent.click(screen.getByRole('button', { name: 'Schedule Now' }));
  expect(JSON.parse(screen.getByRole('status').textContent)).toEqual({
    service: { id: 'premium-detailing', name: 'Premium Detailing' },
    serviceId: 'premium-detailing',
    vehicleType: 'suv',
  });
});

test("lists three benefits under 'More Than Just a Shine' [S1.21]", async () => {
  show();
  const section = await screen.findByRole('region', { name: 'More Than Just a Shine' });
  expect(
    within(section)
      .getAllByRole('heading', { level: 3 })
      .map((benefit) => benefit.textContent),
  ).toEqual(['Preserve your investment', 'A healthier ride', 'Driving pride']);
});

test("promotes paying later with the providers' logos, or their names [S1.4]", async () => {
  show();
  const section = await screen.findByRole('region', { name: 'Shine now. Pay later.' });
  expect(section.textContent).toContain('buy-now-pay-later provider');
  const list = within(within(section).getByRole('list', { name: 'Instalment providers' }));
  const shown = list
    .getAllByRole('listitem')
    .map((item) => [item.textContent, item.querySelector('svg') !== null]);
  expect(shown).toEqual([
    ['Affirm', false],
    ['Afterpay', true],
    ['Klarna', true],
  ]);
});

test('shows the location on the contact card [S1.22]', async () => {
  show();
  const card = await screen.findByRole('region', { name: /Talk to our detailers/ });
  expect(within(card).getByText('Location').nextSibling?.textContent).toContain('Caledon, Ontario');
});

test('tells the story with three benefits and the contact details [S1.22]', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'More Than Just a Shine' })).toBeTruthy();
  const emails = screen.getAllByRole('link', { name: /@/ });
  expect(emails.map((link) => link.getAttribute('href'))).toEqual([
    'mailto:bookings@lustre.example',
    'mailto:info@lustre.example',
  ]);
  const phones = screen.getAllByRole('link', { name: '(905) 555-0142' });
  expect(phones.map((link) => link.getAttribute('href'))).toEqual(
    phones.map(() => 'tel:+19055550142'),
  );
});

test('the lowest price for the chosen vehicle leads to the packages', async () => {
  show();
  const book = () => screen.getByRole('link', { name: /^Book from/ });
  expect(book().textContent).toBe('Book from $65');
  expect(book().getAttribute('href')).toBe('#packages');
  await userEvent.click(screen.getByRole('radio', { name: 'SUV / Compact SUV' }));
  expect(book().textContent).toBe('Book from $85');
});

describe('the rating of the business', () => {
  const rating = () => screen.queryByRole('link', { name: /out of 5 stars/ });

  test('comes with the page and leads to the reviews', () => {
    bringPageData({ count: 12, average: 4.8 });
    const { asked } = show();
    expect(rating()?.textContent).toBe('4.8 out of 5 stars from 12 reviews');
    expect(rating()?.getAttribute('href')).toBe('/reviews');
    expect(asked).not.toHaveBeenCalled();
  });

  test('is loaded where the page brings none', async () => {
    show({ count: 1, average: 5 });
    expect((await screen.findByRole('link', { name: /out of 5 stars/ })).textContent).toBe(
      '5.0 out of 5 stars from 1 review',
    );
  });

  test.each([
    ['there are no reviews', { count: 0, average: null }],
    ['it cannot be loaded', null],
  ])('is left out where %s', async (_, answer) => {
    const { asked } = show(answer);
    await waitFor(() => expect(asked).toHaveBeenCalled());
    expect(rating()).toBeNull();
  });
});

test('prepares the schedule when a package is chosen, and when Schedule Now is reached', async () => {
  const { onScheduleLikely } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Select Basic Wash' }));
  expect(onScheduleLikely.mock.calls).toEqual([['basic-wash']]);
  await userEvent.hover(screen.getByRole('button', { name: 'Schedule Now' }));
  expect(onScheduleLikely).toHaveBeenCalledTimes(2);
  screen.getByRole('button', { name: 'Schedule Now' }).focus();
  expect(onScheduleLikely).toHaveBeenCalledTimes(3);
});
