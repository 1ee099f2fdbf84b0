// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AtAddress } from '@/testing/at-address.tsx';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { signIn } from '@/testing/sign-in.ts';
import { AppRoutes } from './app-routes.tsx';

// The first visit of a screen would compile all that it imports: seconds on a slow machine.
beforeAll(async () => {
  const routes = import.meta.glob(['./routes/*.tsx', '!**/*.test.tsx']);
  await Promise.all(Object.values(routes).map((load) => load()));
}, 120_000);

beforeEach(() => {
  startFakeBackend({
    'GET /rest/v1/gallery_photos': { body: [] },
    'GET /rest/v1/reviews': { body: [] },
    'POST /rest/v1/rpc/is_admin': { body: false },
  });
  const observer = class {
    observe = vi.fn();
    disconnect = vi.fn();
  };
  vi.stubGlobal('IntersectionObserver', observer);
  vi.stubGlobal('ResizeObserver', observer);
  vi.stubGlobal('scrollTo', vi.fn());
});

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const open = (address: string) =>
  render(
    <AtAddress path={address}>
      <AppRoutes />
    </AtAddress>,
  );

const headingOf = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

test.each([
  ['/', /Showroom finish/],
  ['/gallery', 'Gallery'],
  ['/reviews', 'Reviews'],
  ['/leave-review', 'Leave a Review'],
  ['/contact', 'Contact'],
  ['/login', 'Sign In'],
  ['/my-bookings', 'My Bookings'],
  ['/schedule', 'No Service Selected'],
  ['/nowhere', 'Page not found'],
])(
  '%s shows its screen to everyone, between header and footer [S1.6, S1.18, S2.1, S2.2, S2.7, S2.8, S2.10, S2.11, S2.13, S2.14, S2.19, S2.20]',
  async (address, heading) => {
    open(address);
    expect(await headingOf(heading)).toBeTruthy();
    const [top] = screen.getAllByRole('banner');
    const header = within(top as HTMLElement);
    expect(header.getByRole('link', { name: /Lustre/ }).getAttribute('href')).toBe('/');
    expect(header.getByRole('navigation', { name: 'Main' })).toBeTruthy();
    expect(screen.getByRole('contentinfo').textContent).toContain('Lustre Mobile Detailing');
    expect(await screen.findByRole('button', { name: 'Chat with us' })).toBeTruthy();
  },
);

test.each([
  '/#access_token=planted&refresh_token=planted&token_type=bearer',
  '/login#access_token=planted&refresh_token=planted&type=signup',
  '/account#error=access_denied&error_code=otp_expired',
])('an old link to %s does not sign in and says so', async (address) => {
  open(address);
  expect(await screen.findByText(/This link is out of date/)).toBeTruthy();
  expect(await headingOf('Sign In')).toBeTruthy();
  expect(localStorage.getItem('customer-session')).toBeNull();
});

test('the owner’s screens have a shell of their own, without what surrounds the site', async () => {
  startFakeBackend({
    'POST /rest/v1/rpc/owner_needs': { body: null },
    'GET /rest/v1/gallery_photos': { body: [] },
  });
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  act(() => signIn({ isAdmin: true }));
  open('/admin/gallery');
  expect(await headingOf('Gallery')).toBeTruthy();
  const [shellTop] = screen.getAllByRole('banner');
  const top = within(shellTop as HTMLElement);
  expect(top.getByRole('link', { name: 'View site' }).getAttribute('href')).toBe('/');
  expect(top.getByRole('button', { name: 'Logout' })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Administration' })).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Chat with us' })).toBeNull();
  await userEvent.click(top.getByRole('link', { name: 'View site' }));
  expect(await headingOf(/Showroom finish/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Chat with us' })).toBeTruthy();
});

test('a guest at /admin/templates is redirected to the login [S2.18]', async () => {
  open('/admin/templates');
  expect(await screen.findByLabelText(/^Password/)).toBeTruthy();
});

test('a guest at /reschedule/42 is redirected to the login [S2.17, S6.10]', async () => {
  open('/reschedule/42');
  expect(await screen.findByRole('heading', { name: 'Sign in to reschedule.' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /code/i })).toBeTruthy();
});

test('a customer at /admin is redirected home [S2.18]', async () => {
  act(() => signIn());
  open('/admin');
  expect(await headingOf(/Showroom finish/)).toBeTruthy();
});
