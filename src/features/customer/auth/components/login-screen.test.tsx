// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { renderScreen } from '@/testing/render-screen.tsx';
import { authRefusal, calls } from '@/testing/account-service.ts';
import { accountServiceEachTest } from '@/testing/account-service-each-test.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { press } from '@/testing/press.ts';
import { LoginScreen } from './login-screen.tsx';

const backend = accountServiceEachTest();

const open = (state?: unknown, query = '') =>
  renderScreen(<LoginScreen />, { path: `/login${query}`, state });

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const address = async () => (await screen.findByTestId('address')).textContent;

async function enter(email: string, password: string) {
  await userEvent.type(field('Email Address'), email);
  await userEvent.type(field('Password'), password);
}

describe('Signing in', () => {
  test('leads to the bookings [S2.55, S7.25, S8.16]', async () => {
    open();
    await enter(' Alex@Example.com', 'secret1');
    await press('Sign In');
    expect(await address()).toBe('/my-bookings');
    await expectToast('Login Successful', 'Welcome back!');
    expect(backend.sent(calls.signIn)[0]?.body).toMatchObject({
      email: 'alex@example.com',
      password: 'secret1',
    });
  });

  test.each([
    ['an address', '/schedule?x=1', '/schedule?x=1'],
    ['a location', { pathname: '/account', search: '?a=1', hash: '' }, '/account?a=1'],
  ])(
    'returns to the previous address, given as %s [S2.52, S2.54]',
    async (_form, from, expected) => {
      open({ from, email: 'alex@example.com' });
      expect(field('Email Address').value).toBe('alex@example.com');
      await userEvent.type(field('Password'), 'secret1');
      await press('Sign In');
      expect(await address()).toBe(expected);
    },
  );

  test('leads the owner to the administration, and back to the previous address', async () => {
    backend.answers[calls.isAdmin] = { body: true };
    const { unmount } = open();
    await enter('owner@example.com', 'secret1');
    await press('Sign In');
    expect(await address()).toBe('/admin');
    unmount();
    open({ from: '/reviews' });
    expect(await address()).toBe('/reviews');
  });

  test("with wrong credentials shows the service's words and keeps the typed values [S8.6]", async () => {
    backend.answers[calls.signIn] = authRefusal(
      400,
      'invalid_credentials',
      'Invalid login credentials',
    );
    open();
    await enter('alex@example.com', 'secret1');
    await press('Sign In');
    await expectToast('Sign in Failed', 'Invalid login credentials', 'destructive');
    const form = field('Password').closest('form');
    expect(form?.textContent).toContain('Sign in FailedInvalid login credentials');
    // The toast announces it; the form keeps it.
    expect(form?.querySelector('[role=alert]')).toBeNull();
    expect(field('Password').value).toBe('secret1');
    backend.answers[calls.signIn] = { body: {} };
    await press('Create an account');
    expect(field('Password').value).toBe('');
    expect(form?.textContent).not.toContain('Invalid login credentials');
  });

  test('with an unconfirmed address says what to do [S8.7]', async () => {
    backend.answers[calls.signIn] = authRefusal(400, 'email_not_confirmed', 'Email not confirmed');
    open();
    await enter('alex@example.com', 'secret1');
    await press('Sign In');
    await expectToast(
      'Email Not Confirmed',
      'Please check your inbox for a confirmation link to activate your account.',
      'destructive',
    );
  });

  test('without a connection says so', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    open();
    await enter('alex@example.com', 'secret1');
    await press('Sign In');
    await expectToast(
      'Sign in Failed',
      'We could not reach the server. Please check your connection and try again.',
      'destructive',
    );
  });

  test('with an address but no password is refused and not sent [S5.14]', async () => {
    open();
    await userEvent.type(field('Email Address'), 'alex@example.com');
    await press('Sign In');
    await expectToast(
      'Sign in Failed',
      'You must provide either an email or phone number and a password',
      'destructive',
    );
    expect(await screen.findByText('Please enter your password.')).toBeTruthy();
    expect(backend.sent(calls.signIn)).toEqual([]);
  });

  test('with an incomplete form is not sent [S5.12]', async () => {
    open();
    await enter('alex@example.com', '12345');
    await press('Sign In');
    expect(await screen.findByText('Please use at least 6 characters.')).toBeTruthy();
    expect(document.activeElement).toBe(field('Password'));
    expect(backend.sent(calls.signIn)).toEqual([]);
  });

  test('with an empty form says what is required [S5.11, S5.12]', async () => {
    open();
    await press('Sign In');
    await expectToast(
      'Sign in Failed',
      'You must provide either an email or phone number and a password',
      'destructive',
    );
    expect(await screen.findByText('Please enter your email address.')).toBeTruthy();
    expect(screen.getByText('Please enter your password.')).toBeTruthy();
    expect(backend.sent(calls.signIn)).toEqual([]);
  });

  test('can show the typed password', async () => {
    open();
    expect(field('Password').type).toBe('password');
    await press('Show password');
    expect(field('Password').type).toBe('text');
  });
});

describe('Signing up', () => {
  test('asks the customer to confirm the email, and stores the phone number [S2.49, S2.52, S5.16, S7.26, S8.15]', async () => {
    open({ isSignUp: true, email: 'alex@example.com', from: '/reviews' });
    await userEvent.type(field('Phone'), '905 555 0142');
    await userEvent.type(field('Password'), 'secret1');
    await press('Sign Up');
    await expectToast('Almost there!', 'Please check your email to verify your account.');
    const [sent] = backend.sent(calls.signUp);
    expect(sent?.body).toMatchObject({
      email: 'alex@example.com',
      password: 'secret1',
      data: { phone: '+19055550142' },
    });
    expect(sent?.query.get('redirect_to')).toBe(`${location.origin}/login?next=%2Freviews`);
    await press('Sign in instead');
    expect(screen.getByRole('button', { name: 'Sign In' }), 'signing in is offered').toBeTruthy();
    expect(field('Email Address').value).toBe('alex@example.com');
  });

  test('takes the code of the confirmation email, which signs in and leads on', async () => {
    open({ isSignUp: true, from: '/reviews' });
    await enter('alex@example.com', 'secret1');
    await press('Sign Up');
    await userEvent.type(await screen.findByLabelText(/^Code from the email/), '123456{Enter}');
    expect((await screen.findByTestId('address')).textContent).toBe('/reviews');
    await expectToast('Email Confirmed', 'You’re signed in as alex@example.com.');
    expect(backend.sent(calls.verifyCode)[0]?.body).toMatchObject({
      email: 'alex@example.com',
      token: '123456',
      type: 'signup',
      code_verifier: JSON.parse(localStorage.getItem('sign-up-code-verifier') ?? '') as string,
    });
    expect(backend.sent(calls.signUp)[0]?.body).toMatchObject({ code_challenge_method: 's256' });
  });

  test('keeps the field for the code over a reload, and neither code nor password', async () => {
    const { unmount } = open({ isSignUp: true });
    await enter('alex@example.com', 'secret1');
    await press('Sign Up');
    await userEvent.type(await screen.findByLabelText(/^Code from the email/), '1234');
    unmount();
    open();
    expect(screen.getByRole('heading', { name: 'Check your inbox.' })).toBeTruthy();
    expect(screen.getByText(/sent to alex@example\.com/)).toBeTruthy();
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toMatch(/1234|secret1/);
    await press('Sign in instead');
    expect(field('Password').value).toBe('');
  });

  test('leads to the link when the code belongs to a sign-up of another browser', async () => {
    backend.answers[calls.verifyCode] = authRefusal(400, 'bad_code_verifier', 'Does not match');
    open({ isSignUp: true });
    await enter('alex@example.com', 'secret1');
    await press('Sign Up');
    await userEvent.type(await screen.findByLabelText(/^Code from the email/), '123456{Enter}');
    expect(await screen.findByText(/open the link in the email\.$/)).toBeTruthy();
  });

  test("shows the service's refusal in its words [S8.2]", async () => {
    backend.answers[calls.signUp] = authRefusal(422, 'signup_disabled', 'Signups not allowed');
    open({ isSignUp: true });
    await enter('alex@example.com', 'secret1');
    await press('Sign Up');
    await expectToast('Sign up Failed', 'Signups not allowed', 'destructive');
  });

  test('shows a refusal without a message, too [S8.3]', async () => {
    backend.answers[calls.signUp] = { status: 502, body: {} };
    open({ isSignUp: true });
    await enter('alex@example.com', 'secret1');
    await press('Sign Up');
    await expectToast('Sign up Failed', 'Something went wrong', 'destructive');
    expect(field('Email Address').value).toBe('alex@example.com');
  });

  test('with an empty form says what is required', async () => {
    open({ isSignUp: true });
    await press('Sign Up');
    await expectToast(
      'Sign up Failed',
      'You must provide either an email or phone number and a password',
      'destructive',
    );
    expect(backend.sent(calls.signUp)).toEqual([]);
  });

  test('with an address but no password is refused and not sent [S5.14]', async () => {
    open({ isSignUp: true, email: 'alex@example.com' });
    await press('Sign Up');
    await expectToast(
      'Sign up Failed',
      'You must provide either an email or phone number and a password',
      'destructive',
    );
    expect(backend.sent(calls.signUp)).toEqual([]);
  });

  test('can switch to signing in and back [S2.11, S2.49, S2.50]', async () => {
    open();
    expect(screen.queryByLabelText(/^Phone/)).toBeNull();
    await press('Create an account');
    expect(field('Phone')).toBeTruthy();
    await press('Sign in instead');
    expect(screen.queryByLabelText(/^Phone/)).toBeNull();
  });

  test('leaves one notice and one next step after the sign-up', async () => {
    localStorage.setItem('sign-up-code-verifier', JSON.stringify('a secret of this browser'));
    open({ email: 'alex@example.com' }, '?signup_success=true');
    expect(await screen.findByLabelText(/^Code from the email/)).toBeTruthy();
    await expectToast('Almost there!', 'Please check your email to verify your account.');
    expect(screen.getAllByText('Almost there!')).toHaveLength(1);
    expect(screen.queryByLabelText(/^Password/)).toBeNull();
    await press('Sign in instead');
    expect(field('Email Address').value).toBe('alex@example.com');
  });

  test('shows the notice when the address has the sign-up flag [S2.53]', async () => {
    open(undefined, '?signup_success=true');
    expect(await screen.findByRole('heading', { name: 'Check your inbox.' })).toBeTruthy();
    await expectToast('Almost there!', 'Please check your email to verify your account.');
  });
});

describe('Forgot Password', () => {
  test('requires an address [S5.18, S8.17]', async () => {
    open();
    await press('Forgot Password?');
    await expectToast(
      'Email required',
      'Please enter your email address to reset your password.',
      'destructive',
    );
    expect(document.activeElement).toBe(field('Email Address'));
    expect(backend.sent(calls.recover)).toEqual([]);
  });

  test('sends a link that leads back here [S2.11, S2.51, S7.27, S8.18]', async () => {
    open({ email: 'alex@example.com' });
    await press('Forgot Password?');
    await expectToast(
      'Password Reset Email Sent',
      'Please check your inbox for a link to reset your password.',
    );
    const [sent] = backend.sent(calls.recover);
    expect(sent?.body).toMatchObject({ email: 'alex@example.com' });
    expect(sent?.query.get('redirect_to')).toBe(`${location.origin}/login`);
  });

  test("shows the service's refusal in its words [S8.19]", async () => {
    backend.answers[calls.recover] = authRefusal(429, 'over_email_send_rate_limit', 'Too many');
    open({ email: 'alex@example.com' });
    await press('Forgot Password?');
    await expectToast('Error', 'Too many', 'destructive');
  });
});
