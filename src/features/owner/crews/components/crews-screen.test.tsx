// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Crew } from '@contracts/crews.ts';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
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
  invitations: [],
  ahead: 2,
  days_off: [],
};

const rules = {
  ...defaultOpeningRules,
  needsPlace: true,
  hours: defaultOpeningRules.hours.map((one) =>
    one.weekday > 5 ? { ...one, isOpen: false } : { ...one, starts: ['08:00'], endsBy: '17:30' },
  ),
};

test('the owner sees a crew, and edits its hours and services', async () => {
  signIn({ isAdmin: true });
  const sent: unknown[] = [];
  startFakeBackend({
    'POST /rest/v1/rpc/crews_page': () => ({ body: [crew] }),
    'GET /rest/v1/rpc/opening_rules': { body: rules },
    'POST /rest/v1/rpc/save_crew': ({ body }) => {
      sent.push(body);
      return { body: null };
    },
  });
  renderScreen(<CrewsScreen />, { path: '/admin/crews' });
  const card = within(await screen.findByRole('article', { name: 'North van' }));
  expect(card.getByText('Same as the business')).toBeTruthy();
  expect(card.queryByRole('button', { name: /^Remove crew/ })).toBeNull();
  const user = userEvent.setup();
  await user.click(card.getByRole('button', { name: /^Edit crew/ }));
  await user.click(card.getByRole('checkbox', { name: 'Same as the business' }));
  expect(card.getByText(/^From when the crew leaves its base until it’s back\./)).toBeTruthy();
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
        hours: [1, 2, 3, 4].map((weekday) => ({ weekday, from: '08:00', until: '17:30' })),
        skills: ['basic-wash', 'premium-detailing'],
      },
    },
  ]);
});

test('a crew with work ahead says what keeps it, and leads there instead of failing', async () => {
  signIn({ isAdmin: true });
  const busy = { ...crew, first_work: '2026-12-01' };
  const idle = { ...crew, number: 2, title: 'South van', ahead: 0, first_work: null };
  startFakeBackend({ 'POST /rest/v1/rpc/crews_page': { body: [busy, idle] } });
  renderScreen(<CrewsScreen />, { path: '/admin/crews' });
  await screen.findByRole('article', { name: 'North van' });
  await press('Remove crew: North van');
  const dialog = within(
    screen.getByRole('alertdialog', { name: 'North van can’t be removed yet' }),
  );
  expect(dialog.getByText(/^It has 2 visits ahead, first on Tue, Dec 1\./)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Remove crew' })).toBeNull();
  const link = dialog.getByRole('link', { name: 'Open its calendar on Tue, Dec 1' });
  expect(link.getAttribute('href')).toBe('/admin/bookings?view=day&day=2026-12-01&crew=1');
  await press('Close');
  await press('Remove crew: South van');
  const other = within(screen.getByRole('alertdialog', { name: 'Remove South van?' }));
  expect(other.getByRole('button', { name: 'Remove crew' })).toBeTruthy();
});

/** The screen of one crew, whose members and invitations the calls change; their bodies are returned. */
async function showMembers(answers: { isInvited?: boolean; isRefused?: boolean } = {}) {
  signIn({ isAdmin: true });
  const sent: unknown[] = [];
  let invitations = ['ivy@example.com'];
  const refused = { status: 400, body: { code: 'PT400', message: 'email_invalid' } };
  startFakeBackend({
    'POST /rest/v1/rpc/crews_page': () => ({ body: [{ ...crew, invitations }] }),
    'POST /rest/v1/rpc/invite_crew_member': ({ body }) => {
      sent.push(body);
      return answers.isRefused ? refused : { body: answers.isInvited };
    },
    'POST /rest/v1/rpc/withdraw_crew_invitation': ({ body }) => {
      sent.push(body);
      invitations = [];
      return { body: null };
    },
  });
  renderScreen(<CrewsScreen />, { path: '/admin/crews' });
  const card = within(await screen.findByRole('article', { name: 'North van' }));
  return { card, sent, user: userEvent.setup() };
}

test.each([
  [true, 'Invitation Sent', 'nobody@example.com sees these visits after signing in.'],
  [false, 'Member Added', 'nobody@example.com now sees these visits.'],
])('the owner adds an address, invited: %s', async (isInvited, title, description) => {
  const { card, sent, user } = await showMembers({ isInvited });
  await user.type(card.getByLabelText('Email address'), 'nobody@example.com');
  await press('Add member');
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(description)).toBeTruthy();
  expect(sent).toEqual([{ crew: 1, email: 'nobody@example.com' }]);
});

test('an address that is none is refused beside its field', async () => {
  const { card, user } = await showMembers({ isRefused: true });
  await user.type(card.getByLabelText('Email address'), 'nobody');
  await press('Add member');
  expect(await card.findByText('Please enter a valid email address.')).toBeTruthy();
});

test('an invitation is shown until it is accepted, sent again, and withdrawn', async () => {
  const { card, sent, user } = await showMembers({ isInvited: true });
  expect(card.getByText('Invited, not signed in yet')).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Resend invitation to ivy@example.com' }));
  expect(await screen.findByText('Invitation Sent')).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Withdraw invitation to ivy@example.com' }));
  expect(await screen.findByText('Invitation Withdrawn')).toBeTruthy();
  expect(card.queryByText('ivy@example.com')).toBeNull();
  expect(sent).toEqual([{ crew: 1, email: 'ivy@example.com' }, { email: 'ivy@example.com' }]);
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
