// @vitest-environment jsdom
import { defaultBusiness } from '@domain/business/default-business.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  authRefusal,
  calls,
  person,
  signIn,
  signInAs,
  startAccountService,
} from '@/testing/account-service.ts';

const tokenHash = 'a'.repeat(64);

/** A page load at the address of a mailed link: nothing of the page before is left. */
async function land(query: Record<string, string> | string, hash = '') {
  const search = new URLSearchParams(query).toString();
  window.history.replaceState(null, '', `/login?${search}${hash}`);
  vi.resetModules();
  (await import('@/lib/business.ts')).setBusiness(defaultBusiness);
  const { renderAtLocation } = await import('../testing/render-at-location.tsx');
  const { toasts } = await import('@/lib/toast.ts');
  renderAtLocation();
  return toasts;
}

const landBy = (type: string, rest: Record<string, string> = {}) =>
  land({ token_hash: tokenHash, type, ...rest });

const press = async (name: string) =>
  userEvent.setup().click(await screen.findByRole('button', { name }));

/** The account whose sign-in this browser keeps already. */
const other = { ...person, id: '11111111-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'bo@example.com' };
const keep = (user: typeof person) =>
  localStorage.setItem('customer-session', JSON.stringify(signInAs({ user })));
const kept = () =>
  (JSON.parse(localStorage.getItem('customer-session') ?? 'null') as { user: typeof person } | null)
    ?.user.email;

/** The secret that a sign-up left in this browser. */
const signUpHere = () =>
  localStorage.setItem('sign-up-code-verifier', JSON.stringify('a secret of this browser'));

let backend: ReturnType<typeof startAccountService>;

beforeEach(() => {
  localStorage.clear();
  backend = startAccountService();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a link acts once after its button is pressed, and its secret leaves the address at once [S7.10]', async () => {
  signUpHere();
  const toasts = await landBy('signup');
  expect(await screen.findByRole('heading', { name: 'Confirm your email address.' })).toBeTruthy();
  expect(location.search, 'no secret stays in the address').toBe('');
  expect(backend.sent(calls.verifyCode)).toEqual([]);
  expect(kept()).toBeUndefined();

  await press('Confirm email address');
  await waitFor(() => expect(location.pathname).toBe('/my-bookings'));
  expect(backend.sent(calls.verifyCode).map(({ body }) => body)).toMatchObject([
    { token_hash: tokenHash, type: 'signup', code_verifier: 'a secret of this browser' },
  ]);
  expect(kept()).toBe(person.email);
  expect(toasts.current()).toMatchObject({
    title: 'Email Confirmed',
    description: `You’re signed in as ${person.email}.`,
  });
});

test('a confirmation in another browser asks for the password', async () => {
  await landBy('signup');
  const user = userEvent.setup();
  const field = await screen.findByLabelText(/^Password/);
  await user.type(field, 'abc');
  await press('Confirm email address');
  expect(await screen.findByText(/at least 6 characters/)).toBeTruthy();
  expect(backend.sent(calls.verifyCode)).toEqual([]);
  await user.type(field, 'def');
  await press('Confirm email address');
  await waitFor(() => expect(location.pathname).toBe('/my-bookings'));
  expect(backend.sent(calls.verifyCode).map(({ body }) => body)).toMatchObject([
    { token_hash: tokenHash, type: 'signup', password: 'abcdef' },
  ]);
});

test('a confirmation of somebody else’s sign-up asks for the password', async () => {
  signUpHere();
  backend.answers[calls.verifyCode] = authRefusal(400, 'bad_code_verifier', 'Does not match');
  await landBy('signup');
  await press('Confirm email address');
  expect(await screen.findByLabelText(/^Password/)).toBeTruthy();
  expect(kept()).toBeUndefined();
});

test('a link of another client leads on with its code', async () => {
  backend.answers[calls.verifyCode] = { body: { user: { auth_code: 'a-code' } } };
  await landBy('magiclink', { next: '/reviews?a=1' });
  await press('Sign in');
  await waitFor(() => expect(location.pathname + location.search).toBe('/reviews?a=1&code=a-code'));
  expect(kept()).toBeUndefined();
});

test('a change of address asks to sign in first', async () => {
  await landBy('email_change');
  await press('Confirm change');
  expect(await screen.findByText(/^Sign in to the account whose address changes/)).toBeTruthy();
  expect(backend.sent(calls.verifyCode)).toEqual([]);
});

test('a link leads back to the page that requested its email', async () => {
  await landBy('magiclink', { next: '/reschedule/1?a=2' });
  await press('Sign in');
  await waitFor(() => expect(location.pathname + location.search).toBe('/reschedule/1?a=2'));
});

test.each([
  '//evil.example/x',
  '/\\evil.example',
  '/.//evil.example/x',
  'https://evil.example/',
  'javascript:alert(1)',
])('a link does not redirect to %s', async (next) => {
  await landBy('magiclink', { next });
  await press('Sign in');
  await waitFor(() => expect(location.pathname).toBe('/my-bookings'));
  expect(location.host).toBe('localhost:3000');
});

test('a recovery link asks for a new password, lists the ways to sign in, and then leads on [S4.5]', async () => {
  const toasts = await landBy('recovery');
  await press('Continue');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/^New Password/), 'another1');
  backend.answers[calls.setUser] = authRefusal(
    422,
    'same_password',
    'New password should be different from the old password.',
  );
  await user.click(screen.getByRole('button', { name: 'Save Password' }));
  expect(
    await screen.findByText('New password should be different from the old password.'),
  ).toBeTruthy();
  backend.answers[calls.setUser] = { body: signIn.user };
  backend.answers[calls.signInMethods] = {
    body: ['Password with alex@example.com', 'Sign in with Google'],
  };
  await user.click(screen.getByRole('button', { name: 'Save Password' }));
  expect(await screen.findByRole('heading', { name: 'Your password is changed.' })).toBeTruthy();
  expect(await screen.findByText('Sign in with Google')).toBeTruthy();
  await press('Continue');
  await waitFor(() => expect(location.pathname).toBe('/my-bookings'));
  expect(backend.sent(calls.setUser).at(-1)?.body).toMatchObject({ password: 'another1' });
  expect(toasts.current()?.title).toBe('Password Changed');
});

test('a used link says so and leaves the form', async () => {
  backend.answers[calls.verifyCode] = authRefusal(
    403,
    'otp_expired',
    'Email link is invalid or has expired',
  );
  await landBy('magiclink');
  await press('Sign in');
  expect(await screen.findByText(/This link was already used/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
});

test('a link can be retried while the server is unavailable', async () => {
  backend.answers[calls.verifyCode] = { status: 503, body: {} };
  await landBy('magiclink');
  await press('Sign in');
  expect(await screen.findByText(/Something went wrong/)).toBeTruthy();
  backend.answers[calls.verifyCode] = { body: signIn };
  await press('Sign in');
  await waitFor(() => expect(location.pathname).toBe('/my-bookings'));
});

test('a confirmation offers to verify the phone number from the sign-up', async () => {
  const signedUp = signInAs({ user: { user_metadata: { phone: '+19055550142' } } });
  signUpHere();
  backend.answers[calls.verifyCode] = { body: signedUp };
  backend.answers[calls.getUser] = { body: signedUp.user };
  const toasts = await landBy('signup', { next: '/reviews' });
  await press('Confirm email address');
  await waitFor(() => expect(location.pathname).toBe('/reviews'));
  expect(toasts.current()?.action?.label).toBe('Verify your phone');
  toasts.current()?.action?.onSelect();
  await waitFor(() => expect(location.pathname + location.hash).toBe('/account#phone'));
});

test('the first of the two links of a new address asks for the other', async () => {
  keep(person);
  backend.answers[calls.verifyCode] = { body: { code: '200', msg: 'Confirmation link accepted.' } };
  await landBy('email_change');
  await press('Confirm change');
  expect(await screen.findByText(/You confirmed the first of two links/)).toBeTruthy();
  const [sent] = backend.sent(calls.verifyCode);
  expect(sent?.headers.get('authorization')).toMatch(/^Bearer ey/);
});

describe('While another account is signed in', () => {
  beforeEach(() => {
    keep(other);
  });

  test('a link asks before it changes the signed-in person [S7.10]', async () => {
    await landBy('magiclink');
    expect(await screen.findByText(`You’re signed in as ${other.email}.`)).toBeTruthy();
    await press('Sign in');
    await screen.findByRole('heading', { name: 'Switch accounts?' });
    expect(kept()).toBe(other.email);
    await press(`Sign in as ${person.email}`);
    await waitFor(() => expect(location.pathname).toBe('/my-bookings'));
    expect(kept()).toBe(person.email);
  });

  test('switching ends the session that this browser had before', async () => {
    const former = signInAs({ user: other, aal: 'aal2' });
    localStorage.setItem('customer-session', JSON.stringify(former));
    await landBy('magiclink');
    await press('Sign in');
    await press(`Sign in as ${person.email}`);
    await waitFor(() => expect(location.pathname).toBe('/my-bookings'));
    const ended = backend.sent(calls.logOut).map(({ headers }) => headers.get('authorization'));
    expect(ended).toEqual([`Bearer ${former.access_token}`]);
    expect(kept()).toBe(person.email);
  });

  test('switching continues if the previous session cannot be ended', async () => {
    backend.answers[calls.logOut] = authRefusal(403, 'session_not_found', 'Session not found');
    await landBy('magiclink');
    await press('Sign in');
    await press(`Sign in as ${person.email}`);
    await waitFor(() => expect(kept()).toBe(person.email));
  });

  test('staying keeps the session and ends the one of the link', async () => {
    await landBy('magiclink');
    await press('Sign in');
    await press(`Stay signed in as ${other.email}`);
    await waitFor(() => expect(location.pathname).toBe('/my-bookings'));
    expect(kept()).toBe(other.email);
    const [ended] = backend.sent(calls.logOut);
    expect(ended?.headers.get('authorization')).toBe(`Bearer ${signIn.access_token}`);
  });

  test('an invalid link says so, and the session stays', async () => {
    await landBy('nonsense');
    expect(await screen.findByText(/This link doesn’t work/)).toBeTruthy();
    expect(backend.sent(calls.verifyCode)).toEqual([]);
    expect(kept()).toBe(other.email);
  });
});

test('the sign-up flag leaves the address once its notice was shown [S2.53]', async () => {
  const toasts = await land({ signup_success: 'true' });
  expect(await screen.findByRole('heading', { name: 'Check your inbox.' })).toBeTruthy();
  await waitFor(() => expect(location.search).toBe(''));
  expect(toasts.current()).toMatchObject({
    title: 'Almost there!',
    description: 'Please check your email to verify your account.',
  });
  expect(
    screen.getByRole('heading', { name: 'Check your inbox.' }),
    'and it stays told',
  ).toBeTruthy();
});
