// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AtAddress } from '@/testing/at-address.tsx';
import { useLocation } from '@/lib/location.tsx';
import { afterEach, expect, test, vi } from 'vitest';
import { Route, Switch } from 'wouter';
import { setServerAway } from '@/lib/connection.ts';
import { sessionKey, setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { signIn } from '@/testing/sign-in.ts';
import { areas } from '../admin-areas.ts';
import Admin from './admin.tsx';

afterEach(() => {
  cleanup();
  setServerAway(false);
  localStorage.clear();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const nothing = {
  reviews: 0,
  past_visits: 0,
  past_balances: { visits: 0, due_cents: 0 },
  inquiries: 0,
  payments: 0,
  rain_unanswered: 0,
  rain_declined: 0,
  offers: 0,
  mails: 0,
  texts: 0,
  texts_over_limit: 0,
  mail_delay: null,
  troubles: [],
  backup: null,
  held: null,
};
const waiting = { ...nothing, inquiries: 3, reviews: 120 };
const emptyDay = {
  today: '2026-12-01',
  cars: [],
  needs: waiting,
  past_visits: [],
  outside_rules: 0,
  failed_mails: [],
  week: [],
  next: null,
};

const Address = () => <p data-testid="address">{useLocation().pathname}</p>;

function open(path: string, { isAdmin = true, isWide = true } = {}) {
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  startFakeBackend({
    'POST /rest/v1/rpc/owner_dashboard': { body: emptyDay },
    'POST /rest/v1/rpc/owner_needs': { body: waiting },
    'GET /rest/v1/email_templates': { body: [] },
    'GET /rest/v1/gallery_photos': { body: [] },
    'GET /rest/v1/reviews': { body: [] },
  });
  signIn({
    user: { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'boss@example.com' },
    isAdmin,
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AtAddress path={path}>
        <Address />
        <Switch>
          <Route path="/admin/*?">
            <Admin />
          </Route>
          <Route>
            <p>Another page</p>
          </Route>
        </Switch>
      </AtAddress>
    </QueryClientProvider>,
  );
}

const current = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);

test.each([
  ['/admin', 'Today', 'Today'],
  ['/admin/templates', 'Email templates', 'Email templates'],
  ['/admin/gallery', 'Gallery', 'Gallery'],
  ['/admin/reviews', 'Reviews', 'Reviews'],
])('%s opens the section %s', async (path, tab, heading) => {
  open(path);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(path));
  expect(current().map((text) => text.replace(/ ?\d.*/, '').trim())).toEqual([tab]);
});

test('at a desk the groups of the day and of the screen are open, and the others open by name', async () => {
  const user = userEvent.setup();
  open('/admin/gallery');
  await screen.findByRole('heading', { level: 1, name: 'Gallery' }, { timeout: 10_000 });
  const link = (name: string | RegExp) => screen.queryByRole('link', { name });
  expect(link('Route')).toBeTruthy();
  expect(link('Coupons')).toBeTruthy();
  expect(link('Your account')).toBeNull();
  const settings = screen.getByRole('button', { name: 'Settings' });
  expect(settings.getAttribute('aria-expanded')).toBe('false');
  settings.focus();
  await user.keyboard('{Enter}');
  expect(link('Your account')?.getAttribute('href')).toBe('/admin/account');
  await user.click(screen.getByRole('button', { name: 'Website' }));
  expect(link('Coupons')).toBeNull();
  // What waits in a closed group is counted beside its name.
  await user.click(await screen.findByRole('button', { name: /^Customers 99\+\s*waiting/ }));
  await user.click(screen.getByRole('link', { name: /^Reviews/ }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/admin/reviews'));
  expect(link('Your account')).toBeTruthy();
});

test('a customer sees no section', async () => {
  open('/admin/templates', { isAdmin: false });
  expect(await screen.findByText('Another page')).toBeTruthy();
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'));
});

test('on a phone the other sections are in a sheet, which closes after a choice', async () => {
  const user = userEvent.setup();
  open('/admin/gallery', { isWide: false });
  const bar = await screen.findByRole('navigation', { name: 'Administration' });
  expect(within(bar).queryByRole('link', { name: /^Reviews/ })).toBeNull();
  const more = within(bar).getByRole('button', { name: /^More/ });
  await user.click(more);
  const sheet = screen.getByRole('dialog', { name: 'More' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(more));
  expect(sheet.isConnected).toBe(false);

  await user.click(more);
  await user.click(screen.getByRole('link', { name: /^Reviews/ }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/admin/reviews'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the number of open items is shown beside its section and on the menu button', async () => {
  open('/admin');
  const group = await screen.findByRole('button', { name: /^Customers 99\+\s*waiting/ });
  await userEvent.click(group);
  expect(screen.getByRole('link', { name: /^Reviews 99\+\s*waiting/ })).toBeTruthy();
  cleanup();
  open('/admin', { isWide: false });
  expect(await screen.findByRole('button', { name: /^More 99\+\s*waiting/ })).toBeTruthy();
});

test('losing the connection and its return leave an open form as it was typed', async () => {
  const account = '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10';
  // Whole, or an auth client of the same worker takes it away.
  const tokens = { access_token: 'a token', refresh_token: 'another', expires_at: 2 ** 33 };
  localStorage.setItem(sessionKey, JSON.stringify({ ...tokens, user: { id: account } }));
  open('/admin/bookings/new');
  const field = await screen.findByLabelText('Full Name');
  await userEvent.type(field, 'Pam Phone');
  for (const isAway of [true, false]) {
    await act(async () => {
      setServerAway(isAway);
      await Promise.resolve();
    });
    expect(screen.getByLabelText('Full Name')).toBe(field);
  }
  expect(field).toHaveProperty('value', 'Pam Phone');
});

const addressBecomes = (address: string) =>
  waitFor(() => expect(screen.getByTestId('address').textContent).toBe(address));

test('letters lead from area to area, and not while something is typed', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  const user = userEvent.setup();
  open('/admin/gallery');
  await screen.findByRole('heading', { level: 1, name: 'Gallery' });
  await user.keyboard('gr');
  await addressBecomes('/admin/reviews');
  await user.keyboard('r');
  await user.keyboard('/');
  expect(await screen.findByRole('dialog', { name: 'Search' })).toBeTruthy();
  await user.keyboard('gy?');
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'gy?');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('gy');
  await addressBecomes('/admin/gallery');
});

test('the shortcuts are listed, and can be switched off', async () => {
  const user = userEvent.setup();
  open('/admin/gallery');
  await screen.findByRole('heading', { level: 1, name: 'Gallery' });
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(dialog.getByText('New booking')).toBeTruthy();
  await user.click(dialog.getByRole('checkbox', { name: /^Shortcuts are on/ }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('gr/');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByTestId('address').textContent).toBe('/admin/gallery');
  await user.click(screen.getByRole('button', { name: /^Keyboard shortcuts/ }));
  await user.click(await screen.findByRole('checkbox', { name: /^Shortcuts are on/ }));
  expect(localStorage.getItem('owner-shortcuts-off')).toBeNull();
});

test('no two areas share a letter', () => {
  const letters = areas.flatMap(({ letter }) => letter ?? []);
  expect(new Set(letters).size).toBe(letters.length);
});
