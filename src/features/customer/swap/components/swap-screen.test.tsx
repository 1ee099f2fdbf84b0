// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { SwapOffer } from '@contracts/swap.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { SwapScreen } from './swap-screen.tsx';

const read = 'POST /rest/v1/rpc/swap_offer';
const answer = 'POST /rest/v1/rpc/answer_swap';

const offer = (change: Partial<SwapOffer> = {}): SwapOffer => ({
  state: 'asked',
  customer_name: 'Ada',
  service_name: 'Basic Wash',
  day: '2026-12-01',
  old_time: '12:00',
  new_time: '15:00',
  expires_at: '2026-11-30T17:00:00Z',
  ...change,
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (shown: SwapOffer | null) => {
  const gone = { status: 404, body: { code: 'PT404', message: 'offer_not_found' } };
  const backend = startFakeBackend({ [read]: shown ? { body: shown } : gone });
  renderScreen(<SwapScreen />, { path: '/swap?token=abc' });
  return backend;
};

test('asks, and answers nothing before a press', async () => {
  const backend = open(offer());
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Could we come at 3:00 PM?' }),
  ).toBeTruthy();
  expect(backend.sent(answer)).toEqual([]);
  backend.answers[answer] = { body: offer({ state: 'agreed' }) };
  await userEvent.click(screen.getByRole('button', { name: 'Yes, Come at 3:00 PM' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Thank you.' })).toBeTruthy();
  expect(backend.sent(answer)[0]?.body).toEqual({ token: 'abc', agrees: true });
});

test('keeps the time after a no', async () => {
  const backend = open(offer());
  backend.answers[answer] = { body: offer({ state: 'over' }) };
  await userEvent.click(await screen.findByRole('button', { name: 'No, Keep 12:00 PM' }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Your appointment stands.' }),
  ).toBeTruthy();
  expect(backend.sent(answer)[0]?.body).toEqual({ token: 'abc', agrees: false });
});

test('says why an answer was not saved', async () => {
  const backend = open(offer());
  backend.answers[answer] = { status: 410, body: { code: 'PT410', message: 'offer_lapsed' } };
  await userEvent.click(await screen.findByRole('button', { name: /^Yes/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('Your answer wasn’t saved');
});

test.each([
  [offer({ state: 'swapped' }), 'Thank you. Your time has changed.'],
  [offer({ state: 'over' }), 'Your appointment stands.'],
  [null, 'This link is no longer valid.'],
])('tells what became of it', async (shown, heading) => {
  open(shown);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
});
