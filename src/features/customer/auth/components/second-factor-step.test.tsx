// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { authClient } from '@/lib/auth-client.ts';
import { currentSession } from '@/lib/session.ts';
import {
  authRefusal,
  calls,
  databaseRefusal,
  factor,
  signInAs,
} from '@/testing/account-service.ts';
import { accountServiceEachTest } from '@/testing/account-service-each-test.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { LoginScreen } from './login-screen.tsx';

const backend = accountServiceEachTest();

beforeEach(() => {
  const withFactor = signInAs({ user: { factors: [factor] } });
  backend.answers[calls.signIn] = { body: withFactor };
  backend.answers[calls.getUser] = { body: withFactor.user };
  // The server's answer for a session that has yet to show the factor, and for one that has.
  backend.answers[calls.isAdmin] = ({ headers }) => ({
    body: headers.get('authorization') !== `Bearer ${withFactor.access_token}`,
  });
});

const appCode = () => screen.findByLabelText<HTMLInputElement>(/^Code From Your App/);

async function logIn() {
  renderScreen(<LoginScreen />, { path: '/login', state: { from: '/admin' } });
  await userEvent.type(await screen.findByLabelText(/^Email Address/), 'alex@example.com');
  await userEvent.type(screen.getByLabelText(/^Password/), 'secret1');
  await press('Sign In');
  await appCode();
}

test("the app's code is requested after the password, before leading on", async () => {
  await logIn();
  expect(screen.getByRole('heading', { name: 'One more step.' })).toBeTruthy();
  expect(currentSession()).toMatchObject({ needsSecondFactor: true, isAdmin: false });
  await userEvent.type(await appCode(), '123 456{Enter}');
  expect((await screen.findByTestId('address')).textContent).toBe('/admin');
  await expectToast('Login Successful', 'Welcome back!');
  expect(backend.sent(calls.verifyFactor)[0]?.body).toMatchObject({
    challenge_id: 'challenge-1',
    code: '123456',
  });
  expect(currentSession()).toMatchObject({ needsSecondFactor: false, isAdmin: true });
});

test("a wrong code shows the service's words", async () => {
  backend.answers[calls.verifyFactor] = authRefusal(
    422,
    'mfa_verification_failed',
    'Invalid TOTP code entered',
  );
  await logIn();
  await userEvent.type(await appCode(), '123456{Enter}');
  await expectToast('Verification Failed', 'Invalid TOTP code entered', 'destructive');
  expect((await appCode()).value).toBe('123456');
});

test('a resumed sign-in without the second factor is asked for it, too', async () => {
  await authClient().signInWithPassword({ email: 'alex@example.com', password: 'secret1' });
  renderScreen(<LoginScreen />, { path: '/login' });
  expect(await appCode()).toBeTruthy();
});

test('a recovery code removes the factor and leads to setting up a new one', async () => {
  await logIn();
  await press('Use a recovery code');
  backend.answers[calls.signIn] = { body: signInAs() };
  await userEvent.type(screen.getByLabelText(/^Recovery Code/), 'abcd efgh jk{Enter}');
  expect((await screen.findByTestId('address')).textContent).toBe('/account');
  await expectToast('Login Successful', 'Your second factor is removed. Please set up a new one.');
  expect(backend.sent(calls.recoveryCode)[0]?.body).toEqual({ code: 'ABCD-EFGH-JK' });
});

test('an invalid recovery code is refused and stays typed', async () => {
  backend.answers[calls.recoveryCode] = { body: false };
  await logIn();
  await press('Use a recovery code');
  const typed = screen.getByLabelText<HTMLInputElement>(/^Recovery Code/);
  await userEvent.type(typed, 'half{Enter}');
  expect(await screen.findByText('Please enter a code like ABCD-EFGH-JK.')).toBeTruthy();
  expect(backend.sent(calls.recoveryCode)).toEqual([]);
  await userEvent.clear(typed);
  await userEvent.type(typed, 'ABCD-EFGH-JK{Enter}');
  const sentence = 'This is not one of your recovery codes, or it was used already.';
  await expectToast('Verification Failed', sentence, 'destructive');
  expect(typed.value).toBe('ABCD-EFGH-JK');
  await press('Use the code from my app');
  expect(await appCode()).toBeTruthy();
});

test('too many wrong recovery codes require a wait', async () => {
  backend.answers[calls.recoveryCode] = databaseRefusal(429, 'too_many_attempts');
  await logIn();
  await press('Use a recovery code');
  await userEvent.type(screen.getByLabelText(/^Recovery Code/), 'ABCD-EFGH-JK{Enter}');
  const sentence = 'Too many wrong codes. Please try again in an hour, or contact us.';
  await expectToast('Verification Failed', sentence, 'destructive');
});

test('the person can log out instead', async () => {
  await logIn();
  await press('Sign out');
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
});

test('a failed logout is reported', async () => {
  await logIn();
  backend.answers[calls.logOut] = authRefusal(429, 'over_request_rate_limit', 'Too many requests');
  await press('Sign out');
  await expectToast('Sign out Failed', 'Too many requests', 'destructive');
  backend.answers[calls.logOut] = { body: {} };
});
