// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { AtAddress } from '@/testing/at-address.tsx';
import { afterEach, expect, test, vi } from 'vitest';
import { Route, Switch } from 'wouter';
import { adminPaths } from '@/config/admin-paths.ts';
import { offerPaths } from '@/config/offer-paths.ts';
import { paths } from '@/config/paths.ts';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { signIn } from '@/testing/sign-in.ts';
import Admin from './routes/admin.tsx';
import { addressOf } from './screen-list.ts';
import Screens from './screens.tsx';

// Which screen it is does not matter here, so those that load late are not fetched: each is these two words.
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  lazy: () => () => <p>A screen</p>,
}));

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

/** Whether the app's router has a screen for an administrator who asks for this address. */
function hasScreen(address: string): boolean {
  vi.stubGlobal('matchMedia', () => ({ addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  startFakeBackend({});
  signIn({ isAdmin: true });
  // Home comes with the shell; the way to the administration is one of the screens.
  render(
    <AtAddress path={address}>
      <Switch>
        <Route path={paths.home}>
          <p>A screen</p>
        </Route>
        <Route>
          <Screens />
        </Route>
      </Switch>
    </AtAddress>,
  );
  const isFound = screen.queryByText('A screen') !== null;
  cleanup();
  if (!isFound || !address.toLowerCase().startsWith(paths.admin)) return isFound;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AtAddress path={address}>
        <Switch>
          <Route path={`${paths.admin}/*?`}>
            <Admin />
          </Route>
        </Switch>
      </AtAddress>
    </QueryClientProvider>,
  );
  // The owner's screens come with their routes, and each has a heading or is on its way.
  expect(screen.getByRole('navigation', { name: 'Administration' })).toBeTruthy();
  return screen.queryByRole('heading', { name: 'Page not found' }) === null;
}

const allPaths = [
  ...Object.values(paths),
  ...Object.values(adminPaths),
  ...Object.values(offerPaths),
].map((path) => path.replace(/:\w+/, '42'));

test.each([...new Set(allPaths)])('the host and the router know %s', (address) => {
  expect(addressOf(address).kind).not.toBe('unknown');
  expect(hasScreen(address)).toBe(true);
});

test.each([
  '/nowhere',
  '/gallery/nonsense',
  '/admin/nonsense',
  '/admin/bookings/42/nonsense',
  '/reschedule',
  '/reschedule/42/43',
  '/index.html',
  '/.env',
  '/wp-login.php',
])('neither knows %s', (address) => {
  expect(addressOf(address).kind).toBe('unknown');
  expect(hasScreen(address)).toBe(false);
});

test.each([
  '/Gallery',
  '/gallery/',
  '/g%61llery',
  '/admin/customers/a%2Fb',
  '/reschedule/%E0%A4%A',
])('both treat %s as the same address in every spelling', (address) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(addressOf(address).kind !== 'unknown').toBe(hasScreen(address));
});

test('pages for everyone are public, and pages about one person are not', () => {
  const isPublic = (path: string) => addressOf(path).kind === 'public';
  expect(Object.values(paths).filter(isPublic)).toEqual([
    '/',
    '/gallery',
    '/reviews',
    '/contact',
    '/login',
    '/privacy',
    '/terms',
    '/cancellation',
  ]);
  expect(Object.values({ ...adminPaths, ...offerPaths }).filter(isPublic)).toEqual([]);
});
