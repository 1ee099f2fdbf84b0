// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { toasts } from '@/lib/toast.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import {
  startFakeBackend,
  storedReview,
  storedReviews,
} from '@/entities/review/testing/fake-backend.ts';
import { signInAs } from '@/entities/review/testing/sign-in-as.ts';
import ReviewManagement from './review-management.tsx';

beforeEach(() => signInAs('owner@lustre.example', true));

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const published = storedReview({ id: 'public', customer_name: 'Priya Nair' });
const waiting = storedReview({ id: 'waiting', customer_name: 'Greg Stone', is_approved: false });
const startWithBoth = () => startFakeBackend([{ ...published }, { ...waiting }]);
const half = (name: string) => within(screen.getByRole('region', { name }));
const heading = (name: string) => screen.findByRole('heading', { name });
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }));

test('lists pending reviews first, and counts both kinds', async () => {
  const backend = startWithBoth();
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
  await heading('Waiting for approval (1)');
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Waiting for approval (1)',
    'Public (1)',
  ]);
  expect(half('Waiting for approval').getByText('Greg Stone')).toBeTruthy();
  expect(half('Public').getByText('Priya Nair')).toBeTruthy();
  expect(half('Public').getByText('Oct 20, 2026')).toBeTruthy();
  expect(new Set(backend.tokens)).toEqual(new Set(['Bearer the token of owner@lustre.example']));
});

test('moves an approved review to the public ones, and the focus to the heading it left [S1.15]', async () => {
  startWithBoth();
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
  await heading('Waiting for approval (1)');
  await press('Approve');
  const left = await heading('Waiting for approval (0)');
  expect(document.activeElement).toBe(left);
  await heading('Public (2)');
  expect(await half('Public').findByText('Greg Stone')).toBeTruthy();
  expect(screen.getByText('No reviews are waiting. New reviews appear here first.')).toBeTruthy();
});

test('can undo an approval', async () => {
  const backend = startWithBoth();
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
  await heading('Public (1)');
  await press('Unapprove');
  await heading('Waiting for approval (2)');
  await heading('Public (0)');
  expect(toasts.current()).toMatchObject({ description: 'Review is no longer public.' });
  expect(backend.reviews.some(({ is_approved }) => is_approved)).toBe(false);
});

test('shows when an approval cannot be undone, and the review stays public', async () => {
  const backend = startWithBoth();
  backend.refusal = { status: 403, message: 'permission denied' };
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
  await heading('Public (1)');
  await press('Unapprove');
  expect(await screen.findByText('Failed to unapprove review. Please try again.')).toBeTruthy();
  expect(half('Public').getByText('Priya Nair')).toBeTruthy();
});

test('does not count a deleted review', async () => {
  startFakeBackend([{ ...waiting }]);
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
  await heading('Waiting for approval (1)');
  await press('Delete');
  await press('Delete review');
  const left = await heading('Waiting for approval (0)');
  await waitFor(() => expect(document.activeElement).toBe(left));
});

const heldBack = (id: string, minute: number) =>
  storedReview({
    id,
    customer_name: `Sender ${id}`,
    is_approved: false,
    is_held_back: true,
    created_at: `2026-10-20T12:0${minute}:00.000Z`,
  });

test('lists held-back reviews in their own group, pending once released [S5.10]', async () => {
  const backend = startFakeBackend([{ ...published }, heldBack('one', 1)]);
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
  await heading('Held back (1)');
  await heading('Waiting for approval (0)');
  expect(half('Held back').queryByRole('button', { name: 'Approve' })).toBeNull();
  await press('Release');
  const left = await heading('Held back (0)');
  await heading('Waiting for approval (1)');
  expect(document.activeElement).toBe(left);
  expect(backend.reviews.find(({ id }) => id === 'one')?.is_held_back).toBe(false);
});

test('deletes all held-back reviews after a question, up to the newest one shown', async () => {
  const backend = startFakeBackend([{ ...waiting }, heldBack('two', 2), heldBack('one', 1)]);
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
  await heading('Held back (2)');
  await press('Delete all held back');
  await press('Keep them');
  expect(backend.reviews).toHaveLength(3);
  await press('Delete all held back');
  backend.reviews.push(heldBack('later', 3));
  await press('Delete all');
  await heading('Held back (1)');
  expect(backend.reviews.map(({ id }) => id)).toEqual(['waiting', 'later']);
  expect(toasts.current()).toMatchObject({ title: '2 reviews deleted.' });
});

test('counts all reviews and shows them a page at a time', async () => {
  startFakeBackend(storedReviews(36));
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
  await heading('Public (36)');
  expect(screen.getAllByRole('article')).toHaveLength(30);
  await press('Show Older Reviews');
  await screen.findByText('Comment 35');
  await heading('Public (36)');
});

test('says in both groups that there are no reviews', async () => {
  startFakeBackend();
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
  await heading('Waiting for approval (0)');
  expect(screen.getByText(/^No reviews are waiting/)).toBeTruthy();
  expect(screen.getByText(/^No public reviews yet/)).toBeTruthy();
});

test('shows an error when reviews cannot be loaded, and can retry', async () => {
  const backend = startWithBoth();
  backend.isDown = true;
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
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
  await heading('Public (1)');
});

test('writes, edits and removes a reply, which can be restored', async () => {
  const backend = startFakeBackend([{ ...published }]);
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
  await heading('Public (1)');
  await press('Write reply');
  await press('Save reply');
  expect(screen.getByText('Please write a reply first.')).toBeTruthy();
  const field = () => screen.getByLabelText('Reply to Priya Nair');
  await userEvent.type(field(), ' Thank you! ');
  await press('Save reply');
  expect(await screen.findByText('Thank you!')).toBeTruthy();
  expect(backend.reviews[0]?.reply).toBe('Thank you!');

  await press('Edit reply');
  await userEvent.type(field(), ' Come again.');
  await press('Save reply');
  expect(await screen.findByText('Thank you! Come again.')).toBeTruthy();

  await press('Remove reply');
  await waitFor(() => expect(toasts.current()?.title).toBe('Reply removed'));
  expect(backend.reviews[0]?.reply).toBeNull();
  act(() => toasts.current()?.action?.onSelect());
  expect(await screen.findByText('Thank you! Come again.')).toBeTruthy();
});

test('a reply that is not saved stays in its field', async () => {
  const backend = startFakeBackend([{ ...published }]);
  renderScreen(<ReviewManagement />, { path: '/admin/reviews' });
  await heading('Public (1)');
  await press('Write reply');
  await userEvent.type(screen.getByLabelText('Reply to Priya Nair'), 'Thank you!');
  backend.isDown = true;
  await press('Save reply');
  await waitFor(() => expect(toasts.current()?.title).toBe('Reply not saved'));
  expect(screen.getByDisplayValue('Thank you!')).toBeTruthy();
});
