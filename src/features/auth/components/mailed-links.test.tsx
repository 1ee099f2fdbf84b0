// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  authRefusal,
  calls,
  signIn,
  signInAs,
  startAccountService,
} from '@/testing/account-service.ts';

/** A page load at the address a mailed link ends in: nothing of the page before is left. */
async function land(fragment: Record<string, string>, query = '') {
  const hash = new URLSearchParams(fragment).toString();
  window.history.replaceState(null, '', `/login${query}#${hash}`);
  vi.resetModules();
  const { renderAtLocation } = await import('../testing/render-at-location.tsx');
  const { toasts } = await import('@/lib/toast.ts');
  renderAtLocation();
  return toasts;
}

const tokens = {
  access_token: signIn.access_token,
  refresh_token: signIn.refresh_token,
  token_type: 'bearer',
  expires_in: '3600',
  expires_at: String(signIn.expires_at),
};

let backend: ReturnType<typeof startAccountService>;

beforeEach(() => {
  localStorage.clear();
  backend = startAccountService();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the link of a confirmation signs in and leads to the bookings', async () => {
  await land({ ...tokens, type: 'signup' });
  await waitFor(() => expect(location.pathname).toBe('/my-bookings'));
  expect(location.hash, 'no token stays in the address').toBe('');
});

test('the link of a recovery asks for a new password, and then leads on', async () => {
  const toasts = await land({ ...tokens, type: 'recovery' });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/^New Password/), 'another1');
  backend.answers[calls.setUser] = authRefusal(
    422,
    'same_password',
    'New password should be different from the old password.',
  );
  await user.click(screen.getByRole('button', { name: 'Save Password' }));
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Error',
      description: 'New password should be different from the old password.',
      variant: 'destructive',
    }),
  );
  backend.answers[calls.setUser] = { body: signIn.user };
  await user.click(screen.getByRole('button', { name: 'Save Password' }));
  await waitFor(() => expect(location.pathname).toBe('/my-bookings'));
  expect(backend.sent(calls.setUser).at(-1)?.body).toMatchObject({ password: 'another1' });
  expect(toasts.current()?.title).toBe('Password Changed');
});

test('a link that was used already says so, and leaves the form', async () => {
  await land({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  });
  expect(await screen.findByText(/This link was used already/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
});

test('the link of a confirmation leads to verifying the phone number given at sign-up', async () => {
  const { user } = signInAs({ user: { user_metadata: { phone: '+19055550142' } } });
  backend.answers[calls.getUser] = { body: user };
  await land({ ...tokens, type: 'signup' });
  await waitFor(() => expect(location.pathname + location.hash).toBe('/account#phone'));
});

test('the flag of a sign-up is taken out of the address once it was told', async () => {
  const toasts = await land({}, '?signup_success=true');
  expect(await screen.findByRole('heading', { name: 'Check your inbox.' })).toBeTruthy();
  await waitFor(() => expect(location.search).toBe(''));
  expect(toasts.current()).toMatchObject({
    title: 'Almost there!',
    description: 'Please check your email to verify your account.',
  });
  expect(screen.getByText('Almost there!', { selector: 'p' }), 'and it stays told').toBeTruthy();
});

test('the first of the two links of a new address asks for the other', async () => {
  await land({ message: 'Confirmation link accepted.' });
  expect(await screen.findByText(/That was the first of two/)).toBeTruthy();
});
