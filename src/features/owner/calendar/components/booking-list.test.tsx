// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { booked } from '../testing/range.ts';
import { BookingList } from './booking-list.tsx';

const find = 'POST /rest/v1/rpc/find_bookings';
type Asked = { search: string; statuses: string[] | null; beyond: object | null };

let backend: ReturnType<typeof startFakeBackend>;
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  signIn({ isAdmin: true });
  backend = startFakeBackend({ [find]: { body: { bookings: [booked()], next: null } } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const open = (path = '/admin/bookings?view=list') =>
  renderScreen(<BookingList today="2026-11-30" bookingOf={() => null} />, { path });
const lastAsked = () => backend.sent(find).at(-1)?.body as Asked;

test('each row shows time, customer, car, status and the amount due, and links to the booking', async () => {
  open();
  const row = await screen.findByRole('link', { name: /Mia Young/ });
  for (const part of ['9:00 AM', 'December 1, 2026', '2021 Mazda CX-5', 'Booked', '$45.00 due']) {
    expect(row.textContent).toContain(part);
  }
  expect(row.getAttribute('href')).toBe('/admin/bookings/b1');
});

test('each row names its crew, where there are several', async () => {
  const bookings = [booked(), booked({ id: 'b2', customer_name: 'Otto Lang' })];
  const found = bookings.map((booking, index) => ({ ...booking, crew: index === 0 ? 2 : null }));
  backend.answers[find] = { body: { bookings: found, crews: 2, next: null } };
  backend.answers['POST /rest/v1/rpc/crews_page'] = { body: [] };
  open();
  expect((await screen.findByRole('link', { name: /Mia Young/ })).textContent).toContain('Crew 2');
  expect(screen.getByRole('link', { name: /Otto Lang/ }).textContent).not.toContain('Crew');
  cleanup();
  backend.answers[find] = { body: { bookings: found, crews: 1, next: null } };
  open();
  expect((await screen.findByRole('link', { name: /Mia Young/ })).textContent).not.toContain(
    'Crew',
  );
});

test('the row of a past visit says that it is not marked done', async () => {
  renderScreen(<BookingList today="2026-12-02" bookingOf={() => null} />, {
    path: '/admin/bookings?view=list',
  });
  const row = await screen.findByRole('link', { name: /Mia Young/ });
  expect(row.textContent).toContain('Not marked done');
});

test('a row says that the visit was cancelled because of rain', async () => {
  backend.answers[find] = { body: { bookings: [booked({ called_off: 'asked' })], next: null } };
  open();
  const row = await screen.findByRole('link', { name: /Mia Young/ });
  expect(row.textContent).toContain('Rain day, no answer yet');
});

test('the list requests the filters of its URL, and a chosen filter as well', async () => {
  open('/admin/bookings?view=list&search=mia&status=due&from=2026-12-01');
  await screen.findByRole('link', { name: /Mia Young/ });
  expect(lastAsked()).toMatchObject({ search: 'mia', statuses: ['due'], from_day: '2026-12-01' });
  await press('Done');
  await waitFor(() => expect(lastAsked().statuses).toEqual(['due', 'done']));
});

test('the upcoming bookings come soonest first, until all are wanted or something is searched', async () => {
  open('/admin/bookings?view=list&from=2026-11-30&order=soonest');
  await screen.findByRole('link', { name: /Mia Young/ });
  expect(lastAsked()).toMatchObject({ from_day: '2026-11-30', soonest_first: true });
  const upcoming = screen.getByRole('button', { name: 'Upcoming' });
  expect(upcoming.getAttribute('aria-pressed')).toBe('true');
  await userEvent.type(screen.getByLabelText('Search bookings'), 'otto');
  await waitFor(() =>
    expect(lastAsked()).toMatchObject({ search: 'otto', from_day: null, soonest_first: false }),
  );
  await userEvent.click(upcoming);
  await waitFor(() =>
    expect(lastAsked()).toMatchObject({ search: 'otto', from_day: '2026-11-30' }),
  );
});

test('without upcoming bookings there is a way to all of them', async () => {
  backend.answers[find] = { body: { bookings: [], next: null } };
  open('/admin/bookings?view=list&from=2026-11-30&order=soonest');
  expect(await screen.findByText('No upcoming bookings.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New booking' })).toBeTruthy();
  await press('Show all bookings');
  expect(await screen.findByText('No bookings yet.')).toBeTruthy();
});

test('a search is requested when the typing pauses', async () => {
  open();
  await screen.findByRole('link', { name: /Mia Young/ });
  await userEvent.type(screen.getByLabelText('Search bookings'), 'otto');
  await waitFor(() => expect(lastAsked().search).toBe('otto'));
  const searches = backend.sent(find).map(({ body }) => (body as Asked).search);
  expect([...new Set(searches)]).toEqual(['', 'otto']);
});

test('the field keeps the focus after a pause in typing', async () => {
  open();
  const field = await screen.findByLabelText('Search bookings');
  await userEvent.type(field, 'john ');
  await waitFor(() => expect(lastAsked().search).toBe('john'));
  await userEvent.keyboard('marsh');
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', 'john marsh');
  await waitFor(() => expect(lastAsked().search).toBe('john marsh'));
});

test('more bookings are loaded from the end of the page', async () => {
  const next = { booking_date: '2026-12-01', booking_time: '09:00', id: 'b1' };
  backend.answers[find] = ({ body }) => ({
    body: (body as Asked).beyond
      ? { bookings: [booked({ id: 'b2', customer_name: 'Otto' })], next: null }
      : { bookings: [booked()], next },
  });
  open();
  await screen.findByRole('link', { name: /Mia Young/ });
  await press('Show more');
  expect(await screen.findByRole('link', { name: /Otto/ })).toBeTruthy();
  expect(lastAsked().beyond).toEqual(next);
});

test('an empty search result says so, and a failure can be retried', async () => {
  backend.answers[find] = { body: { bookings: [], next: null } };
  open('/admin/bookings?view=list&search=zzz');
  expect(await screen.findByText('No matching bookings.')).toBeTruthy();
  cleanup();
  backend.answers[find] = { status: 500, body: { message: 'no' } };
  open();
  expect(await screen.findByText('Could not fetch your bookings.')).toBeTruthy();
});
