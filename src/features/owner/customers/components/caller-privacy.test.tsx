// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { caller, calls } from '../testing/customers.ts';
import { CallerPrivacy } from './caller-privacy.tsx';

const phone = '+19055550166';

let backend: ReturnType<typeof startFakeBackend>;
beforeEach(() => {
  signIn({ isAdmin: true });
  backend = startFakeBackend({
    [calls.page]: { body: caller() },
    [calls.erase]: { body: null },
    [calls.data]: { body: { phone } },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const open = () => renderScreen(<CallerPrivacy phone={phone} />, { path: '/admin/bookings/one' });
const eraseButton = () => screen.findByRole('button', { name: 'Erase customer data' });

test('downloads the data of a phone customer without an email address', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x' }));
  open();
  await eraseButton();
  await press('Download customer data');
  await expectToast('Downloaded', 'The file is in your downloads.');
  expect(backend.sent(calls.data)[0]?.body).toEqual({ target_phone: phone, other_accounts: [] });
});

test('erases a phone customer after a question, and the booking stays open', async () => {
  open();
  await eraseButton();
  await press('Erase customer data');
  const question = screen.getByRole('alertdialog', { name: 'Erase Wim Berg?' });
  expect(question.textContent).toContain('2 bookings and the payments stay in your books');
  backend.answers[calls.page] = { body: null };
  await press('Erase data');
  await expectToast('Customer Data Erased', 'Your books stay, without the customer’s details.');
  expect(backend.sent(calls.erase)[0]?.body).toEqual({ target_phone: phone, other_accounts: [] });
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Personal data' })).toBeNull());
});

test('names every customer who booked from the number, because all are erased', async () => {
  backend.answers[calls.page] = { body: caller({ names: ['Wim Berg', 'Ida Berg'] }) };
  open();
  expect(await screen.findByText(/of Wim Berg and Ida Berg\. Confirm the request/)).toBeTruthy();
});

test('does not erase a customer with a booking ahead, and names the booking', async () => {
  const ahead = { id: 'ahead', booking_date: '2026-12-08', booking_time: '09:00:00' };
  backend.answers[calls.page] = { body: caller({ in_the_way: ahead }) };
  open();
  expect(await screen.findByText('This customer’s data can’t be erased yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Erase customer data' })).toBeNull();
});

test('can reload data that could not be loaded', async () => {
  backend.answers[calls.page] = { status: 500, body: { message: 'down' } };
  open();
  await screen.findByText('Could not load this customer’s data.');
  backend.answers[calls.page] = { body: caller() };
  await press('Try again');
  expect(await eraseButton()).toBeTruthy();
});
