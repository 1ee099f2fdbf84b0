// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend, type Reply } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { booked, range } from '../testing/range.ts';
import { stubWindow } from '../testing/stub-window.ts';
import BookingsScreen from './bookings-screen.tsx';
// The screen loads it when it is shown: compiled here, it is there within the patience of a test.
import './calendar-board.tsx';
import { EventFace } from './event-face.tsx';

vi.mock('./event-face.tsx', async (original) => {
  const module = await original<{ EventFace: typeof EventFace }>();
  return { EventFace: vi.fn(module.EventFace) };
});

const ask = 'POST /rest/v1/rpc/calendar_range';

let backend: ReturnType<typeof startFakeBackend>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T15:00:00Z') });
  stubWindow();
  signIn({ isAdmin: true });
  backend = startFakeBackend({ [ask]: { body: range() } });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

test('the board is out of reach, and not drawn again, until other days are loaded', async () => {
  renderScreen(<BookingsScreen bookingOf={() => null} />, {
    path: '/admin/bookings?view=day&day=2026-12-01',
  });
  await screen.findByRole('button', { name: /Mia Young/ });
  let answer = (_reply: Reply) => {};
  backend.answers[ask] = () => new Promise((resolve) => (answer = resolve));
  vi.mocked(EventFace).mockClear();

  await press('Week');
  const week = { from_day: '2026-11-30', until_day: '2026-12-06' };
  await waitFor(() => expect(backend.sent(ask).at(-1)?.body).toEqual(week));
  expect(screen.getByText('November 30 to December 6, 2026')).toBeTruthy();
  const shown = screen.getByRole('button', { name: /Mia Young/ });
  expect(shown.closest('[inert]')).toBeTruthy();
  expect(screen.getByText('Loading the calendar')).toBeTruthy();
  expect(EventFace).not.toHaveBeenCalled();

  answer({ body: range({ bookings: [booked({ customer_name: 'Ben Okoro' })] }) });
  expect(await screen.findByRole('button', { name: /Ben Okoro/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Mia Young/ })).toBeNull();
  expect(document.querySelector('[inert]')).toBeNull();
});

test('opening a booking leaves the board as it was drawn', async () => {
  renderScreen(<BookingsScreen bookingOf={() => null} />, {
    path: '/admin/bookings?view=day&day=2026-12-01',
  });
  const shown = await screen.findByRole('button', { name: /Mia Young/ });
  vi.mocked(EventFace).mockClear();
  fireEvent.click(shown);
  await screen.findByRole('dialog');
  expect(EventFace).not.toHaveBeenCalled();
});

test('days that cannot be loaded are not shown as others', async () => {
  renderScreen(<BookingsScreen bookingOf={() => null} />, {
    path: '/admin/bookings?view=day&day=2026-12-01',
  });
  const shown = await screen.findByRole('button', { name: /Mia Young/ });
  backend.answers[ask] = { status: 500, body: { message: 'no' } };
  await press('Next day');
  expect(await screen.findByText('Could not load the calendar.')).toBeTruthy();
  expect(shown.closest('[inert]')).toBeTruthy();
  await press('Previous day');
  await waitFor(() => expect(shown.closest('[inert]')).toBeNull());
});
