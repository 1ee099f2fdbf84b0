// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { authRefusal, calls } from '@/testing/account-service.ts';
import { accountServiceEachTest } from '@/testing/account-service-each-test.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { LoginScreen } from './login-screen.tsx';

const backend = accountServiceEachTest();

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);

async function askForCode(contact: string, state?: unknown) {
  renderScreen(<LoginScreen />, { path: '/login', state });
  await press('Email or text me a sign-in code');
  if (contact) await userEvent.type(field(/^Email Address or Phone/), contact);
  await press('Send me a code');
}

test('an emailed code signs in without a password and leads on', async () => {
  await askForCode(' Alex@Example.com ', { from: '/schedule' });
  await userEvent.type(await screen.findByLabelText(/^Sign-in Code/), '123456{Enter}');
  expect((await screen.findByTestId('address')).textContent).toBe('/schedule');
  await expectToast('Login Successful', 'Welcome back!');
  const [sent] = backend.sent(calls.sendCode);
  expect(sent?.body).toMatchObject({ email: 'alex@example.com', create_user: false });
  expect(sent?.query.get('redirect_to')).toBe(`${location.origin}/login?next=%2Fschedule`);
  expect(backend.sent(calls.verifyCode)[0]?.body).toMatchObject({
    email: 'alex@example.com',
    token: '123456',
    type: 'email',
  });
});

test('a visitor who came for a code types the address at once', async () => {
  renderScreen(<LoginScreen />, {
    path: '/login',
    state: { from: '/my-bookings', byCode: true },
  });
  await userEvent.type(field(/^Email Address or Phone/), 'guest@example.com');
  await press('Send me a code');
  await userEvent.type(await screen.findByLabelText(/^Sign-in Code/), '123456{Enter}');
  expect((await screen.findByTestId('address')).textContent).toBe('/my-bookings');
});

test('a texted code has the type sms and verifies the number [S5.17, S8.9]', async () => {
  await askForCode('(905) 555-0142');
  await userEvent.type(await screen.findByLabelText(/^Sign-in Code/), '123456{Enter}');
  await expectToast('Verification Successful!', 'Your phone number has been verified.');
  expect(backend.sent(calls.sendCode)[0]?.body).toMatchObject({ phone: '+19055550142' });
  expect(backend.sent(calls.verifyCode)[0]?.body).toMatchObject({
    phone: '+19055550142',
    token: '123456',
    type: 'sms',
  });
});

test('a code requires an email address or a phone number', async () => {
  await askForCode('');
  await expectToast(
    'Sign in Failed',
    'You must provide either an email or phone number.',
    'destructive',
  );
  expect(screen.getByText('Please enter your email address or phone number.')).toBeTruthy();
  expect(backend.sent(calls.sendCode)).toEqual([]);
});

describe('A guest who moves a booking', () => {
  const from = { pathname: '/reschedule/42', search: '', hash: '' };

  test("sees why a login is needed, and signs in with a code to the booking's address", async () => {
    renderScreen(<LoginScreen />, {
      path: '/login',
      state: { from, email: 'guest@example.com' },
    });
    expect(screen.getByRole('heading', { name: 'Sign in to reschedule.' })).toBeTruthy();
    expect(field(/^Email Address/).value).toBe('guest@example.com');
    await press('Email me a code');
    const code = await screen.findByLabelText(/^Sign-in Code/);
    const [sent] = backend.sent(calls.sendCode);
    expect(sent?.body).toMatchObject({ email: 'guest@example.com', create_user: true });
    expect(sent?.query.get('redirect_to')).toBe(`${location.origin}/login?next=%2Freschedule%2F42`);
    await userEvent.type(code, '123456{Enter}');
    expect((await screen.findByTestId('address')).textContent).toBe('/reschedule/42');
  });

  const sent = { from, codeSentTo: 'a…x@example.com' };

  test('types only the code, when it was sent as the booking was left', async () => {
    renderScreen(<LoginScreen />, { path: '/login', state: sent });
    expect(screen.getByText(/We emailed a code to a…x@example.com/)).toBeTruthy();
    await userEvent.type(field(/^Sign-in Code/), '123456{Enter}');
    expect((await screen.findByTestId('address')).textContent).toBe('/reschedule/42');
    expect(backend.sent(calls.sendCode)).toEqual([]);
    expect(backend.sent(calls.verifyCode)[0]?.body).toMatchObject({
      booking_id: '42',
      token: '123456',
      type: 'email',
    });
  });

  test('can use another address or a password after a code was sent', async () => {
    renderScreen(<LoginScreen />, { path: '/login', state: sent });
    await press('Use another email address');
    expect(field(/^Email Address/).value).toBe('');
    cleanup();
    renderScreen(<LoginScreen />, { path: '/login', state: sent });
    await press('Use my password');
    expect(field(/^Password/)).toBeTruthy();
  });

  test('can use a password instead', async () => {
    renderScreen(<LoginScreen />, { path: '/login', state: { from } });
    await press('Use my password');
    expect(field(/^Password/)).toBeTruthy();
  });
});

test('a wrong code says what to do next and stays [S8.4]', async () => {
  backend.answers[calls.verifyCode] = authRefusal(
    403,
    'otp_expired',
    'Token has expired or is invalid',
  );
  await askForCode('alex@example.com');
  await userEvent.type(await screen.findByLabelText(/^Sign-in Code/), '123456{Enter}');
  await expectToast(
    'Verification Failed',
    'This code is wrong or has expired. Enter the newest one, or request a new code.',
    'destructive',
  );
  expect(field(/^Sign-in Code/).value).toBe('123456');
  expect(field(/^Sign-in Code/).getAttribute('aria-invalid'), 'and at its field').toBe('true');
});

test('a code that could not be checked shows what may be wrong [S8.5]', async () => {
  backend.answers[calls.verifyCode] = { status: 502, body: {} };
  await askForCode('alex@example.com');
  await userEvent.type(await screen.findByLabelText(/^Sign-in Code/), '123456{Enter}');
  await expectToast('Verification Failed', 'Invalid OTP or something went wrong.', 'destructive');
});

test('a code is not called invalid while the service is unavailable', async () => {
  backend.answers[calls.verifyCode] = { status: 503, body: {} };
  await askForCode('alex@example.com');
  await userEvent.type(await screen.findByLabelText(/^Sign-in Code/), '123456{Enter}');
  const later = 'Something went wrong. Please try again in a minute.';
  await expectToast('Verification Failed', later, 'destructive');
  expect(field(/^Sign-in Code/).value).toBe('123456');
});

test("a code that could not be sent shows the service's words", async () => {
  backend.answers[calls.sendCode] = authRefusal(429, 'over_email_send_rate_limit', 'Too many');
  await askForCode('alex@example.com');
  await expectToast('Sign in Failed', 'Too many', 'destructive');
  expect(field(/^Email Address or Phone/).closest('form')?.textContent).toContain('Too many');
  expect(field(/^Email Address or Phone/).value).toBe('alex@example.com');
});

test('a reload keeps the field for the code, until another address is wanted', async () => {
  await askForCode('alex@example.com');
  await screen.findByLabelText(/^Sign-in Code/);
  cleanup();
  renderScreen(<LoginScreen />, { path: '/login' });
  expect(await screen.findByText(/^If alex@example.com has an account/)).toBeTruthy();
  await press('Use another email address');
  cleanup();
  renderScreen(<LoginScreen />, { path: '/login' });
  expect(screen.queryByLabelText(/^Sign-in Code/)).toBeNull();
});

test('a reload an hour later asks for the address again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await askForCode('alex@example.com');
  await screen.findByLabelText(/^Sign-in Code/);
  vi.setSystemTime(Date.now() + 60 * 60_000);
  cleanup();
  renderScreen(<LoginScreen />, { path: '/login' });
  vi.useRealTimers();
  expect(screen.queryByLabelText(/^Sign-in Code/)).toBeNull();
});

test('an address without an account gets the same answer', async () => {
  backend.answers[calls.sendCode] = authRefusal(422, 'otp_disabled', 'Signups not allowed for otp');
  await askForCode('nobody@example.com');
  expect(await screen.findByText(/If nobody@example.com has an account or a booking/)).toBeTruthy();
});

test('the visitor can go back to the password, or to another address', async () => {
  await askForCode('alex@example.com');
  await userEvent.click(await screen.findByRole('button', { name: 'Use another email address' }));
  expect(field(/^Email Address or Phone/).value).toBe('alex@example.com');
  await press('Use my password');
  expect(field(/^Password/)).toBeTruthy();
});
