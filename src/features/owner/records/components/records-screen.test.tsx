// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { timeInWords } from '../kinds-of-records.ts';
import RecordsScreen from './records-screen.tsx';

beforeEach(() => {
  signIn({
    user: { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'boss@example.com' },
    accessToken: () => Promise.resolve('the token'),
  });
});

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

test('lists what is stored, how long and why', async () => {
  startFakeBackend({
    'POST /rest/v1/rpc/retention_page': { body: [{ kind: 'emails', days: 540 }] },
  });
  renderScreen(<RecordsScreen />, { path: '/admin/records' });
  expect(await screen.findByText('Records of sent emails')).toBeTruthy();
  expect(screen.getByText('18 months after sending')).toBeTruthy();
  expect(screen.getByText(/disputed for up to 540 days/)).toBeTruthy();
  expect(screen.getByText('Bookings, payments and refunds')).toBeTruthy();
});

test.each([
  [1, '1 day'],
  [60, '60 days'],
  [540, '18 months'],
  [730, '2 years'],
  [2555, '7 years'],
])('says %i days as %s', (days, words) => {
  expect(timeInWords(days)).toBe(words);
});
