// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import CalendarFeedScreen from './calendar-feed-screen.tsx';

const list = 'POST /rest/v1/rpc/calendar_feeds';
const create = 'POST /rest/v1/rpc/create_calendar_feed';
const revoke = 'POST /rest/v1/rpc/revoke_calendar_feed';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const phone = {
  id: 'f1',
  label: 'My phone',
  owner: 'boss@example.com',
  created_at: '2026-12-01T15:00:00Z',
  last_used_at: null,
};

function open(feeds: object[] = []) {
  const backend = startFakeBackend({
    [list]: { body: feeds },
    [create]: { body: { id: 'f1', token: 'abc123' } },
    [revoke]: { body: null },
  });
  signIn({ isAdmin: true });
  renderScreen(<CalendarFeedScreen />, { path: '/admin/calendar-feed' });
  return backend;
}

test('creates an address with a name, and shows a link that calendars open', async () => {
  const user = userEvent.setup();
  const backend = open();
  expect(await screen.findByText(/^No calendar addresses yet/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create address' }));
  expect(await screen.findByText(/Please enter a name/)).toBeTruthy();
  expect(backend.sent(create)).toEqual([]);
  await user.type(screen.getByLabelText(/^Name/), 'My phone');
  await user.click(screen.getByRole('button', { name: 'Create address' }));
  const link = await screen.findByRole('link', { name: 'Open in calendar' });
  expect(link.getAttribute('href')).toMatch(
    /^webcal:\/\/[^/]+\/functions\/v1\/calendar-feed\?token=abc123$/,
  );
  expect(backend.sent(create)[0]?.body).toEqual({ label: 'My phone' });
});

test('keeps the typed name when no address can be created, and says why', async () => {
  const user = userEvent.setup();
  const backend = open();
  backend.answers[create] = { status: 409, body: { code: 'PT409', message: 'too_many_feeds' } };
  await user.type(screen.getByLabelText(/^Name/), 'One more');
  await user.click(screen.getByRole('button', { name: 'Create address' }));
  expect((await screen.findByRole('alert')).textContent).toContain('already have ten addresses');
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('One more');
});

test('revokes an address after a question', async () => {
  const user = userEvent.setup();
  const backend = open([phone]);
  await user.click(await screen.findByRole('button', { name: /^Revoke/ }));
  await user.click(screen.getByRole('button', { name: 'Keep address' }));
  expect(backend.sent(revoke)).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Revoke/ }));
  backend.answers[list] = { body: [] };
  await user.click(screen.getByRole('button', { name: 'Revoke address' }));
  await waitFor(() => expect(screen.getByText(/^No calendar addresses yet/)).toBeTruthy());
  expect(backend.sent(revoke)[0]?.body).toEqual({ feed_id: 'f1' });
});
