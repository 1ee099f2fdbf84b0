// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { calls, listed } from '../testing/customers.ts';
import CustomersScreen from './customers-screen.tsx';

type Asked = { search: string; before: object | null };

let backend: ReturnType<typeof startFakeBackend>;
beforeEach(() => {
  signIn({ isAdmin: true });
  backend = startFakeBackend({
    [calls.find]: { body: { customers: [listed()], next: null } },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const open = (path = '/admin/customers') => renderScreen(<CustomersScreen />, { path });
const asked = () => backend.sent(calls.find).map(({ body }) => body as Asked);
// What a screen asks as it appears, the strict mode of the tests asks twice.
const searches = () => [...new Set(asked().map(({ search }) => search))];

test('lists each customer with visits and spending, linked to their page', async () => {
  open();
  const row = await screen.findByRole('link', { name: /Mia Young/ });
  for (const part of [
    'mia@example.com',
    '(905) 555-0101',
    '2021 Mazda CX-5 and 1 more car',
    '$259.99',
    '3 visits, 1 no-show',
  ]) {
    expect(row.textContent).toContain(part);
  }
  expect(row.textContent).toContain('Note');
  expect(row.getAttribute('href')).toBe('/admin/customers/mia%40example.com');
});

test('requests a search when the typing pauses, and writes it to the URL', async () => {
  open();
  await screen.findByRole('link', { name: /Mia Young/ });
  backend.answers[calls.find] = { body: { customers: [listed({ name: 'Otto' })], next: null } };
  await userEvent.type(screen.getByLabelText('Search customers'), 'otto');
  expect(await screen.findByRole('link', { name: /Otto/ })).toBeTruthy();
  expect(searches()).toEqual(['', 'otto']);
});

test('starts with the search of the URL', async () => {
  open('/admin/customers?search=mia');
  await screen.findByRole('link', { name: /Mia Young/ });
  expect(screen.getByLabelText<HTMLInputElement>('Search customers').value).toBe('mia');
  expect(searches()).toEqual(['mia']);
});

test('loads more customers from the end of the page, and keeps the list when that fails', async () => {
  const last = { last_booked_at: '2026-09-20T15:00:00Z', email: 'mia@example.com' };
  const next = { with_email: last, by_phone: null };
  backend.answers[calls.find] = { body: { customers: [listed()], next } };
  open();
  await screen.findByRole('link', { name: /Mia Young/ });
  backend.answers[calls.find] = { status: 500, body: { message: 'down' } };
  await press('Show More Customers');
  expect(await screen.findByText(/Could not load your customers. Please try again./)).toBeTruthy();
  backend.answers[calls.find] = {
    body: { customers: [listed({ name: 'Second', email: 'second@example.com' })], next: null },
  };
  await press('Show More Customers');
  expect(await screen.findByRole('link', { name: /Second/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Mia Young/ })).toBeTruthy();
  expect(asked().at(-1)?.before).toEqual(next);
  expect(screen.queryByRole('button', { name: 'Show More Customers' })).toBeNull();
});

test('links to other data of an address that matches no customer', async () => {
  backend.answers[calls.find] = { body: { customers: [], next: null } };
  open('/admin/customers?search=Wim@example.com');
  expect(await screen.findByText('No customers match “Wim@example.com”.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Show other data/ }).getAttribute('href')).toBe(
    '/admin/customers/wim%40example.com',
  );
});

test('can reload a list that could not be loaded', async () => {
  backend.answers[calls.find] = { status: 500, body: { message: 'down' } };
  open();
  expect(await screen.findByText('Could not load your customers.')).toBeTruthy();
  backend.answers[calls.find] = { body: { customers: [listed()], next: null } };
  await press('Try again');
  await waitFor(() => expect(screen.getByRole('link', { name: /Mia Young/ })).toBeTruthy());
});

test('lists customers by phone with the others, linked to their page', async () => {
  const { email: _, ...rosa } = listed({ name: 'Rosa Diaz', phone: '+14165550301' });
  backend.answers[calls.find] = { body: { customers: [rosa, listed()], next: null } };
  open();
  const row = await screen.findByRole('link', { name: /Rosa Diaz/ });
  expect(row.textContent).toContain('(416) 555-0301');
  expect(row.getAttribute('href')).toBe(
    '/admin/phone-customers?phone=%2B14165550301&name=Rosa+Diaz',
  );
  expect(screen.getByRole('link', { name: /Mia Young/ })).toBeTruthy();
});
