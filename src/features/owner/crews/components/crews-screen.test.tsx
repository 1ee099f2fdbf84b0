// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Crew } from '@contracts/crews.ts';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import CrewsScreen from './crews-screen.tsx';

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
});

const crew: Crew = {
  number: 1,
  title: 'North van',
  ways: { name: 'North van', base: null, hours: null, skills: null },
  members: [{ user_id: '3f8a6e9c-0000-4000-8000-000000000001', email: 'member@example.com' }],
  ahead: 2,
  days_off: [],
};

test('the owner sees a crew, edits its hours and services, and adds a member', async () => {
  signIn({ isAdmin: true });
  const sent: unknown[] = [];
  startFakeBackend({
    'POST /rest/v1/rpc/crews_page': () => ({ body: [crew] }),
    'POST /rest/v1/rpc/save_crew': ({ body }) => {
      sent.push(body);
      return { body: null };
    },
    'POST /rest/v1/rpc/add_crew_member': {
      status: 404,
      body: { code: 'PT404', message: 'account_not_found' },
    },
  });
  renderScreen(<CrewsScreen />, { path: '/admin/crews' });
  const card = within(await screen.findByRole('article', { name: 'North van' }));
  expect(card.getByText('Same as the business')).toBeTruthy();
  expect(card.queryByRole('button', { name: /^Remove crew/ })).toBeNull();
  const user = userEvent.setup();
  await user.type(card.getByLabelText('Email address of an account'), 'nobody@example.com');
  await press('Add member');
  expect(await card.findByText(/^No account with a confirmed email address/)).toBeTruthy();
  await user.click(card.getByRole('button', { name: /^Edit crew/ }));
  await user.click(card.getByRole('checkbox', { name: 'Same as the business' }));
  await user.click(card.getByRole('checkbox', { name: 'Friday' }));
  await user.click(card.getByRole('checkbox', { name: 'Luxury Package' }));
  await press('Save crew');
  await screen.findByRole('button', { name: /^Edit crew/ });
  expect(sent).toEqual([
    {
      crew: 1,
      ways: {
        name: 'North van',
        base: null,
        hours: [1, 2, 3, 4].map((weekday) => ({ weekday, from: '09:00', until: '17:00' })),
        skills: ['basic-wash', 'premium-detailing'],
      },
    },
  ]);
});

test('equal hours of neighbouring days are one entry, and days without hours none', async () => {
  signIn({ isAdmin: true });
  const on = (until: string) => (weekday: number) => ({ weekday, from: '09:00', until });
  const hours = [...[1, 2, 4].map(on('17:00')), ...[6].map(on('24:00'))];
  startFakeBackend({
    'POST /rest/v1/rpc/crews_page': { body: [{ ...crew, ways: { ...crew.ways, hours } }] },
  });
  renderScreen(<CrewsScreen />, { path: '/admin/crews' });
  const card = within(await screen.findByRole('article', { name: 'North van' }));
  expect(
    card.getByText('Mon–Tue 9:00 AM–5:00 PM, Thu 9:00 AM–5:00 PM, Sat 9:00 AM–midnight'),
  ).toBeTruthy();
});
