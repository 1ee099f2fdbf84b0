// @vitest-environment jsdom
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import WaitingListScreen from './waiting-list-screen.tsx';

vi.mock('@/lib/live.ts', () => ({ useLive: () => undefined }));

configure({ defaultHidden: true });

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('lists waiting customers and their offers, and removes an entry after a question', async () => {
  signIn({ isAdmin: true });
  const remove = 'POST /rest/v1/rpc/remove_from_waiting_list';
  const backend = startFakeBackend({
    'POST /rest/v1/rpc/waiting_list_of_days': {
      body: [
        {
          id: 'w1',
          day: '2026-12-01',
          service_id: 'basic-wash',
          service_name: 'Basic Wash',
          vehicle_type: 'suv',
          name: 'Wren Hall',
          email: 'wren@example.com',
          phone: '+19055550188',
          created_at: '2026-11-20T15:00:00Z',
          state: 'offered',
          booking_id: null,
          offered: [
            { id: 'o1', time: '12:00', expires_at: '2026-11-24T14:00:00Z', outcome: 'lapsed' },
            { id: 'o2', time: '09:00', expires_at: '2026-11-24T15:30:00Z', outcome: 'held' },
          ],
        },
      ],
    },
    [remove]: { body: null },
  });
  renderScreen(<WaitingListScreen />, { path: '/admin/waiting-list' });
  await screen.findByRole('heading', { name: 'Tuesday, December 1' });
  const text = document.body.textContent;
  expect(text).toContain('12:00 PM: expired');
  expect(text).toContain('9:00 AM: held until 10:30 AM');
  expect(
    screen
      .getByRole('link', { name: 'Book for customer: 9:00 AM, Wren Hall' })
      .getAttribute('href'),
  ).toBe('/admin/bookings/new?date=2026-12-01&time=09%3A00');
  await press('Remove from list');
  expect(backend.sent(remove)).toEqual([]);
  await press('Remove customer');
  await waitFor(() => expect(backend.sent(remove)[0]?.body).toEqual({ target_waiting_id: 'w1' }));
});
