// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { localToday } from '@domain/time/schedule.ts';
import type { CrewVisit } from '@contracts/crews.ts';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import CrewScreen from './crew-screen.tsx';

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
});

const today = localToday(Date.now());
const visit: CrewVisit = {
  id: '3f8a6e9c-0000-4000-8000-000000000001',
  day: today,
  booking_time: '00:00',
  duration_minutes: 120,
  service_name: 'Basic Wash',
  add_ons: [{ name: 'Pet hair' }],
  customer_name: 'Ada Lane',
  customer_phone: '+19055550101',
  car: '2022 Volvo XC60',
  vehicle_type: 'suv',
  address: '1 Main Street',
  city: 'Caledon',
  province: 'ON',
  postal_code: 'L7C 1A1',
  more: {},
  photos: [],
  due_cents: 4500,
  done_at: null,
  no_show_at: null,
  called_off: null,
  crew: 2,
  note: 'Dog in the yard',
};

test('a member sees the visits of the crew, and what to do there', async () => {
  signIn({ isAdmin: false });
  startFakeBackend({
    'POST /rest/v1/rpc/crew_days': {
      body: { crew: { number: 2, title: 'North van' }, today, visits: [visit] },
    },
  });
  renderScreen(<CrewScreen />, { path: '/crew' });
  expect(await screen.findByRole('heading', { level: 1, name: 'North van' })).toBeTruthy();
  const card = within(screen.getByRole('article', { name: '12:00 AM, Ada Lane' }));
  expect(card.getByText('Basic Wash with Pet hair')).toBeTruthy();
  expect(card.getByText('$45.00 to collect')).toBeTruthy();
  expect(card.getByText('Dog in the yard')).toBeTruthy();
  expect(card.getByRole('link', { name: /^1 Main Street, Caledon/ })).toBeTruthy();
  for (const name of ['Record payment', 'Mark done', 'Mark no-show', 'Photos and checklist']) {
    expect(card.getByRole('button', { name: new RegExp(`^${name}`) })).toBeTruthy();
  }
});

test('a person without a crew is told how to join one', async () => {
  signIn({ isAdmin: false });
  startFakeBackend({
    'POST /rest/v1/rpc/crew_days': {
      status: 403,
      body: { code: 'PT403', message: 'administrators_only' },
    },
  });
  renderScreen(<CrewScreen />, { path: '/crew' });
  expect(await screen.findByRole('heading', { level: 1, name: 'No crew' })).toBeTruthy();
});
