// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { toasts } from '@/lib/toast.ts';
import { startFakeBackend, storedReviews } from '../testing/fake-backend.ts';
import { renderAt } from '../testing/render-at.tsx';

vi.setConfig({ testTimeout: 20_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('approved reviews are listed newest first, with their stars read out', async () => {
  const backend = startFakeBackend(storedReviews(3));
  renderAt('/reviews');
  expect(await screen.findByText('Comment 0')).toBeTruthy();
  expect(screen.getAllByRole('img').map((stars) => stars.getAttribute('aria-label'))).toEqual([
    '5 out of 5 stars',
    '4 out of 5 stars',
    '3 out of 5 stars',
  ]);
  const [query] = backend.reads;
  expect(query?.searchParams.get('is_approved')).toBe('eq.true');
  expect(query?.searchParams.get('order')).toBe('created_at.desc');
  expect(screen.getByRole('link', { name: 'Leave a Review' }).getAttribute('href')).toBe(
    '/leave-review',
  );
});

test('older reviews come when they are asked for', async () => {
  startFakeBackend(storedReviews(30));
  renderAt('/reviews');
  await screen.findByText('Comment 23');
  expect(screen.queryByText('Comment 24')).toBeNull();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show Older Reviews' }));
  expect(await screen.findByText('Comment 29')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(30);
  expect(screen.queryByRole('button', { name: 'Show Older Reviews' })).toBeNull();
});

test('without any review there is an invitation', async () => {
  startFakeBackend();
  renderAt('/reviews');
  expect(await screen.findByText('No reviews yet.')).toBeTruthy();
});

test('when reviews cannot be fetched the visitor hears it and can try again', async () => {
  const backend = startFakeBackend(storedReviews(1));
  backend.isDown = true;
  renderAt('/reviews');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Error',
      description: 'Could not fetch reviews.',
      variant: 'destructive',
    }),
  );
  backend.isDown = false;
  await userEvent.setup().click(retry);
  expect(await screen.findByText('Comment 0')).toBeTruthy();
});
