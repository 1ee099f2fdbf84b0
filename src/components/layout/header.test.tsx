// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AtAddress } from '@/testing/at-address.tsx';
import { useLocation } from '@/lib/location.tsx';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { toasts } from '@/lib/toast.ts';
import { signIn } from '@/testing/sign-in.ts';
import { Header } from './header.tsx';

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
});

function Whereabouts() {
  return <output>{useLocation().pathname}</output>;
}

function show(at = '/reviews') {
  render(
    <AtAddress path={at}>
      <Header />
      <Whereabouts />
    </AtAddress>,
  );
}

const linkNames = () =>
  Array.from(screen.getByRole('navigation').querySelectorAll('a'), (link) => link.textContent);

const logoutButton = () => screen.getByRole('button', { name: 'Logout' });

const menuButton = () => screen.getByRole('button', { name: /menu|close/i });

test('a visitor sees the sign-in link [S2.21, S2.25, S6.1]', () => {
  show();
  expect(linkNames()).toEqual(['Home', 'Gallery', 'Reviews', 'Contact', 'Login / Sign Up']);
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
});

test('a customer sees their bookings and no administration [S2.24, S2.25, S6.6]', () => {
  signIn({ isAdmin: false });
  show();
  expect(linkNames()).toEqual([
    'Home',
    'Gallery',
    'Reviews',
    'Contact',
    'My Bookings',
    'Your account',
  ]);
});

test('a customer sees Logout in the menu [S2.22, S6.6]', () => {
  signIn({ isAdmin: false });
  show();
  expect(screen.getByRole('navigation').contains(logoutButton())).toBe(true);
});

test('an administrator sees the administration and no bookings of their own [S2.24, S2.25, S6.16]', () => {
  signIn({ isAdmin: true });
  show();
  expect(linkNames()).toEqual(['Home', 'Gallery', 'Reviews', 'Admin']);
});

test('a visitor and a customer can book from every page, an administrator has no such link', () => {
  show();
  expect(screen.getByRole('link', { name: 'Book' }).getAttribute('href')).toBe('/#packages');
  act(() => signIn({ isAdmin: false }));
  expect(screen.getByRole('link', { name: 'Book' })).toBeTruthy();
  act(() => signIn({ isAdmin: true }));
  expect(screen.queryByRole('link', { name: 'Book' })).toBeNull();
});

test('neither link is shown while the session is unknown', () => {
  setSession({ status: 'loading' });
  show();
  expect(linkNames()).toEqual(['Home', 'Gallery', 'Reviews', 'Contact']);
});

test('the menu button opens and closes the menu, and announces its state [S2.23]', async () => {
  show();
  expect(menuButton().getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(menuButton());
  expect(menuButton().getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(menuButton());
  expect(menuButton().getAttribute('aria-expanded')).toBe('false');
});

test('Escape closes the menu and returns the focus to its button', async () => {
  show();
  await userEvent.click(menuButton());
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  expect(menuButton().getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(menuButton());
});

test('a navigation closes the menu [S2.23]', async () => {
  show();
  await userEvent.click(menuButton());
  await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/gallery'));
  expect(menuButton().getAttribute('aria-expanded')).toBe('false');
});

test('logging out signs out, closes the menu and goes home [S2.26]', async () => {
  const signOut = vi.fn(() => {
    act(() => setSession({ status: 'guest' }));
    return Promise.resolve();
  });
  signIn({ isAdmin: false, signOut });
  show();
  await userEvent.click(menuButton());
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(signOut).toHaveBeenCalledOnce();
  expect(menuButton().getAttribute('aria-expanded')).toBe('false');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/'));
});

test('a failed sign-out is reported, and the session stays [S8.8]', async () => {
  signIn({
    isAdmin: false,
    signOut: () => Promise.reject(new Error('We could not reach the server.')),
  });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Sign out Failed',
      description: 'We could not reach the server.',
      variant: 'destructive',
    }),
  );
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/reviews'));
});

test('a person without the required second factor is led to the login', () => {
  signIn({ isAdmin: false, needsSecondFactor: true });
  show();
  expect(screen.getByRole('link', { name: 'Enter Your Code' }).getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('link', { name: 'My Bookings' })).toBeNull();
});
