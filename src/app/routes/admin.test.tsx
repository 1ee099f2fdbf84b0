// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { signIn } from '@/testing/sign-in.ts';
import Admin from './admin.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const Address = () => <p data-testid="address">{useLocation().pathname}</p>;

function open(path: string, { isAdmin = true } = {}) {
  startFakeBackend({
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
      <MemoryRouter initialEntries={[path]}>
        <Address />
        <Routes>
          <Route path="/admin/*" element={<Admin />} />
          <Route path="*" element={<p>Another page</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const current = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);

test.each([
  ['/admin', '/admin/templates', 'Email templates', 'Every mail, in your words.'],
  ['/admin/gallery', '/admin/gallery', 'Gallery', 'What hangs in the gallery.'],
  ['/admin/reviews', '/admin/reviews', 'Reviews', 'What the public gets to read.'],
])('%s opens the area at %s', async (path, address, tab, heading) => {
  open(path);
  expect(
    await screen.findByRole('heading', { level: 1, name: heading }, { timeout: 10_000 }),
  ).toBeTruthy();
  expect(screen.getByTestId('address').textContent).toBe(address);
  expect(current()).toEqual([tab]);
  expect(screen.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/account');
});

test('none of it is for a customer', async () => {
  open('/admin/templates', { isAdmin: false });
  expect(await screen.findByText('Another page')).toBeTruthy();
  expect(screen.getByTestId('address').textContent).toBe('/');
});
