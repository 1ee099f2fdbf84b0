// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sessionKey } from '@/lib/session.ts';
import {
  authRefusal,
  calls,
  databaseRefusal,
  factor,
  noFactor,
  signInAs,
} from '@/testing/account-service.ts';
import { accountServiceEachTest } from '@/testing/account-service-each-test.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { press } from '@/testing/press.ts';
import { openAccount } from '../testing/render-account.tsx';

const backend = accountServiceEachTest();

const dialog = () => within(screen.getByRole('alertdialog'));

async function ask({ password = 'secret1', word = 'delete' } = {}) {
  await press('Delete My Account');
  await userEvent.type(dialog().getByLabelText(/^Type DELETE/), word);
  await userEvent.type(dialog().getByLabelText(/^Your Password/), password);
}

const confirm = () => userEvent.click(dialog().getByRole('button', { name: 'Delete my account' }));

test('the word and the password delete the account', async () => {
  await openAccount(backend);
  const fresh = signInAs({ aal: 'aal2' });
  backend.answers[calls.signIn] = { body: fresh };
  await ask();
  await confirm();
  expect((await screen.findByTestId('address')).textContent).toBe('/');
  await expectToast('Account Deleted', 'We are sorry to see you go.');
  expect(backend.sent(calls.signIn).at(-1)?.body).toMatchObject({
    email: 'alex@example.com',
    password: 'secret1',
  });
  const [asked] = backend.sent(calls.deleteAccount);
  expect(asked?.headers.get('authorization'), 'with the fresh proof').toBe(
    `Bearer ${fresh.access_token}`,
  );
  expect(localStorage.getItem(sessionKey), 'nothing stays in the browser').toBeNull();
  expect(backend.sent(calls.logOut), 'nobody is left to be signed out').toEqual([]);
});

test('nothing happens without the word or the password', async () => {
  await openAccount(backend);
  await press('Delete My Account');
  await confirm();
  expect(dialog().getByText('Please type DELETE to confirm.')).toBeTruthy();
  expect(dialog().getByText('Please enter your password.')).toBeTruthy();
  expect(backend.sent(calls.deleteAccount)).toEqual([]);
  await userEvent.click(dialog().getByRole('button', { name: 'Keep my account' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test("a wrong password shows the service's words", async () => {
  await openAccount(backend);
  backend.answers[calls.signIn] = authRefusal(
    400,
    'invalid_credentials',
    'Invalid login credentials',
  );
  await ask({ password: 'wrong' });
  await confirm();
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid login credentials');
  expect(dialog().getByRole('alert').textContent).toBe('Invalid login credentials');
  expect(backend.sent(calls.deleteAccount)).toEqual([]);
});

test.each([
  [
    'upcoming_bookings',
    409,
    'There is an upcoming booking. Please cancel it first, or try again after the visit.',
  ],
  [
    'last_administrator',
    409,
    'You are the only administrator. Make another account an administrator first.',
  ],
  [
    'reauthentication_needed',
    403,
    'Please confirm it’s you with your password or a code, then try again.',
  ],
])('the refusal %s has a sentence and keeps the session', async (word, status, sentence) => {
  backend.answers[calls.deleteAccount] = databaseRefusal(status, word);
  await openAccount(backend);
  await ask();
  await confirm();
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(dialog().getByText(sentence)).toBeTruthy();
  expect(dialog().getByLabelText<HTMLInputElement>(/^Type DELETE/).value).toBe('delete');
});

test('a person with a second factor must prove it, too', async () => {
  backend.answers[calls.factorStatus] = { body: { ...noFactor, has_factor: true } };
  await openAccount(backend, { user: { factors: [factor] } });
  await screen.findByText('It is on.');
  await ask();
  await confirm();
  expect(dialog().getByText('Please enter the 6 digits of the code.')).toBeTruthy();
  await userEvent.type(dialog().getByLabelText(/^Code From Your App/), '123 456');
  await confirm();
  expect((await screen.findByTestId('address')).textContent).toBe('/');
  expect(backend.sent(calls.verifyFactor)[0]?.body).toMatchObject({ code: '123456' });
});
