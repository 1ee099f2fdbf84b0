// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { toasts } from '@/lib/toast.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { RequireLogin } from './require-login.tsx';
import { RequireSecondStep } from './require-second-step.tsx';

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = (adminOnly = false) =>
  renderScreen(
    <RequireLogin adminOnly={adminOnly}>
      <h1>Behind the door</h1>
    </RequireLogin>,
    { path: '/reschedule/42?a=1' },
  );

const signedIn = (isAdmin: boolean, needsSecondFactor = false) =>
  signIn({
    isAdmin,
    needsSecondFactor,
  });

test('the guard shows Loading while the session is unknown, then the screen [S2.27]', () => {
  setSession({ status: 'loading' });
  open();
  expect(screen.getByText('Loading')).toBeTruthy();
  act(() => signedIn(false));
  expect(screen.getByRole('heading', { name: 'Behind the door' })).toBeTruthy();
});

test('a guest is redirected to the login, which remembers the previous address [S2.28]', () => {
  open();
  expect(screen.getByTestId('address').textContent).toBe('/login');
  expect(JSON.parse(screen.getByTestId('state').textContent)).toMatchObject({
    from: { pathname: '/reschedule/42', search: '?a=1' },
  });
});

test("the login receives the booking's address with its query", () => {
  renderScreen(
    <RequireLogin>
      <h1>Behind the door</h1>
    </RequireLogin>,
    {
      path: '/reschedule/42',
      state: { email: 'guest@example.com', codeSentTo: 'g…t@example.com' },
    },
  );
  expect(JSON.parse(screen.getByTestId('state').textContent)).toMatchObject({
    email: 'guest@example.com',
    codeSentTo: 'g…t@example.com',
    from: { pathname: '/reschedule/42' },
  });
});

test("an administrators' screen sends other people home [S2.29, S6.11]", async () => {
  startFakeBackend({ 'GET /auth/v1/user': { body: { id: '1', email: 'alex@example.com' } } });
  signedIn(false);
  open(true);
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
});

test('an administrator logged out elsewhere is redirected to the login, sees why, and returns [S2.30]', async () => {
  startFakeBackend({
    'GET /auth/v1/user': {
      status: 403,
      body: { error_code: 'session_not_found', code: 403, msg: 'Session does not exist' },
    },
  });
  signedIn(false);
  open(true);
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/login'));
  expect(JSON.parse(screen.getByTestId('state').textContent)).toMatchObject({
    from: { pathname: '/reschedule/42', search: '?a=1' },
  });
  expect(toasts.current()?.description).toBe('You were signed out. Please sign in again.');
});

test('an unavailable account service keeps the session and leads home', async () => {
  startFakeBackend({});
  vi.spyOn(console, 'error').mockReturnValue();
  signedIn(false);
  open(true);
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
});

test('the guard shows Loading while the administrator check is being retried', () => {
  signIn({ isAdmin: false, adminCheck: 'retrying' });
  open(true);
  expect(screen.getByText('Loading')).toBeTruthy();
  act(() => signIn({ isAdmin: true, adminCheck: 'done' }));
  expect(screen.getByRole('heading', { name: 'Behind the door' })).toBeTruthy();
});

test('an administrator whose check failed sees a message and is sent home [S6.13]', () => {
  signIn({ isAdmin: false, adminCheck: 'failed' });
  open(true);
  expect(screen.getByTestId('address').textContent).toBe('/');
  expect(toasts.current()).toMatchObject({
    title: 'Could Not Check Your Access',
    variant: 'destructive',
    action: { label: 'Try again' },
  });
});

test('an administrator sees the screen [S6.11]', () => {
  signedIn(true);
  open(true);
  expect(screen.getByRole('heading', { name: 'Behind the door' })).toBeTruthy();
});

test('a person without the required second factor is asked for it first and then returns', () => {
  signedIn(false, true);
  open(true);
  expect(screen.getByTestId('address').textContent).toBe('/login');
  expect(JSON.parse(screen.getByTestId('state').textContent)).toMatchObject({
    from: { pathname: '/reschedule/42' },
  });
});

test('on a screen for guests too, a sign-in without the second factor must be completed', () => {
  const show = () =>
    renderScreen(
      <RequireSecondStep>
        <h1>My Bookings</h1>
      </RequireSecondStep>,
      { path: '/my-bookings' },
    );
  show();
  expect(screen.getByRole('heading', { name: 'My Bookings' })).toBeTruthy();
  cleanup();
  signedIn(false, true);
  show();
  expect(screen.getByTestId('address').textContent).toBe('/login');
});
