// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { AtAddress } from '@/testing/at-address.tsx';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { toasts } from '@/lib/toast.ts';
import { notifyPublicChange } from '@/entities/review/public-changes.ts';
import { startFakeBackend, storedReviews } from '@/entities/review/testing/fake-backend.ts';
import ReviewStrip from './review-strip.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const showStrip = () => render(<ReviewStrip />, { wrapper: AtAddress });

test('shows at most ten reviews, announced once [S1.23, S7.30, S9.35]', async () => {
  const backend = startFakeBackend(storedReviews(12));
  showStrip();
  expect(await screen.findAllByRole('listitem')).toHaveLength(10);
  const query = backend.reads[0]?.searchParams;
  expect(query?.get('select')).toBe('customer_name,rating,comment');
  expect(query?.get('is_approved')).toBe('eq.true');
  expect(query?.get('order')).toBe('created_at.desc');
  expect(query?.get('limit')).toBe('10');
});

test('can be paused and resumed', async () => {
  startFakeBackend(storedReviews(2));
  showStrip();
  const strip = await screen.findByRole('region', { name: 'Customer reviews' });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Pause' }));
  expect(strip.className).toContain('review-strip-paused');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Play' }));
  expect(strip.className).not.toContain('review-strip-paused');
});

test('follows later decisions about a review', async () => {
  const backend = startFakeBackend(storedReviews(2));
  showStrip();
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  backend.reviews = backend.reviews.slice(1);
  notifyPublicChange();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('is hidden without reviews [S1.24]', async () => {
  const backend = startFakeBackend();
  showStrip();
  await waitFor(() => expect(backend.reads).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});

test.each([[null], {}, 'soon'].map((answer) => [JSON.stringify(answer), answer]))(
  'is left out and logged after the malformed answer %s',
  async (_, answer) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)));
    showStrip();
    await waitFor(() => expect(log).toHaveBeenCalledOnce());
    expect(log.mock.calls[0]?.[0]).toContain('reviews');
    expect(screen.queryByRole('region')).toBeNull();
  },
);

test('only logs a failure, without a strip or a toast [S8.32]', async () => {
  const told = vi.fn();
  onTestFinished(toasts.subscribe(told));
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ message: 'Permission denied' }, { status: 403 })),
  );
  showStrip();
  await waitFor(() => expect(log).toHaveBeenCalledOnce());
  expect(log.mock.calls[0]?.[0]).toContain('reviews');
  expect(screen.queryByRole('region')).toBeNull();
  expect(told).not.toHaveBeenCalled();
});
