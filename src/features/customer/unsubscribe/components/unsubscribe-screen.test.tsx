// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import type { MailChoice } from '@contracts/mail.ts';
import { UnsubscribeScreen } from './unsubscribe-screen.tsx';

const call = 'POST /functions/v1/unsubscribe';

let backend: ReturnType<typeof startFakeBackend>;
let choice: MailChoice;
beforeEach(() => {
  choice = { address: 'ro…@example.com', isSubscribed: true };
  backend = startFakeBackend({
    [call]: ({ body }) => {
      const { subscribed } = body as { subscribed?: boolean };
      if (subscribed !== undefined) choice = { ...choice, isSubscribed: subscribed };
      return { body: choice };
    },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (query = '?token=secret') =>
  renderScreen(<UnsubscribeScreen />, { path: `/unsubscribe${query}` });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const wishes = () =>
  backend.sent(call).map(({ body }) => (body as { subscribed?: boolean }).subscribed);

test('the link only asks, and changes nothing', async () => {
  open();
  expect(await heading('Unsubscribe from review requests?')).toBeTruthy();
  expect(screen.getByText(/We’ll stop asking ro…@example.com for reviews/)).toBeTruthy();
  expect(wishes().filter((wish) => wish !== undefined)).toEqual([]);
});

test('one click unsubscribes, and another subscribes again', async () => {
  open();
  await heading('Unsubscribe from review requests?');
  await press('Unsubscribe');
  expect(await heading('You are unsubscribed.')).toBeTruthy();
  await press('Subscribe Again');
  expect(await heading('You are subscribed again.')).toBeTruthy();
  await press('Unsubscribe');
  expect(await heading('You are unsubscribed.')).toBeTruthy();
  expect(wishes().filter((wish) => wish !== undefined)).toEqual([false, true, false]);
});

test('an unsubscribed address is shown as such', async () => {
  choice = { ...choice, isSubscribed: false };
  open();
  expect(await heading('You are unsubscribed.')).toBeTruthy();
});

test.each([
  ['with an unknown secret', '?token=guessed'],
  ['without a secret', ''],
])('a link %s offers another way', async (_, query) => {
  backend.answers[call] = refusal(404, 'link_unknown', 'We couldn’t find this link.');
  open(query);
  expect(await heading('We couldn’t find this link.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact');
});

test('a failure to save is shown and can be retried', async () => {
  open();
  await heading('Unsubscribe from review requests?');
  const answer = backend.answers[call];
  backend.answers[call] = refusal(500, 'internal_error', 'Something went wrong on our side.');
  await press('Unsubscribe');
  expect(await screen.findByText('Something went wrong on our side.')).toBeTruthy();
  if (answer) backend.answers[call] = answer;
  await press('Unsubscribe');
  expect(await heading('You are unsubscribed.')).toBeTruthy();
});

test('a link that could not be loaded can be retried', async () => {
  const answer = backend.answers[call];
  backend.answers[call] = refusal(500, 'internal_error', 'Down');
  open();
  expect(await screen.findByText('Could not look up your link.')).toBeTruthy();
  if (answer) backend.answers[call] = answer;
  await press('Try again');
  expect(await heading('Unsubscribe from review requests?')).toBeTruthy();
});
