// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { toasts } from '@/lib/toast.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import {
  photoUrl,
  startFakeBackend,
  storedReview,
} from '@/entities/review/testing/fake-backend.ts';
import { signInAs } from '@/entities/review/testing/sign-in-as.ts';
import Reviews from './reviews.tsx';

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const published = storedReview({ id: 'public', customer_name: 'Priya Nair' });
const waiting = storedReview({
  id: 'waiting',
  customer_name: 'Greg Stone',
  is_approved: false,
  photo_url: photoUrl,
});
const startWithBoth = () => startFakeBackend([{ ...waiting }, { ...published }]);
const card = (name: string) => screen.findByRole('article', { name: `Review by ${name}` });
const press = async (name: string, button: string) =>
  userEvent.setup().click(within(await card(name)).getByRole('button', { name: button }));
const confirm = () =>
  userEvent.setup().click(screen.getByRole('button', { name: 'Delete review' }));

describe('The reviews page', () => {
  test('shows the info address all reviews, with pending ones marked [S6.14, S7.31]', async () => {
    const backend = startWithBoth();
    signInAs('Info@lustre.example');
    renderScreen(<Reviews />, { path: '/reviews' });
    expect(within(await card('Greg Stone')).getByText('Waiting for approval')).toBeTruthy();
    expect(within(await card('Priya Nair')).queryByText('Waiting for approval')).toBeNull();
    expect(within(await card('Priya Nair')).queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(backend.reads[0]?.searchParams.has('is_approved')).toBe(false);
    expect(backend.tokens[0]).toBe('Bearer the token of Info@lustre.example');
  });

  test.each([
    ['a customer', 'alex@example.com', false],
    ['an administrator with another address', 'owner@lustre.example', true],
  ])('shows %s only the public reviews [S6.15, S6.21]', async (_, email, isAdmin) => {
    const backend = startWithBoth();
    signInAs(email, isAdmin);
    renderScreen(<Reviews />, { path: '/reviews' });
    await card('Priya Nair');
    expect(screen.queryByText('Greg Stone')).toBeNull();
    expect(screen.queryByRole('button', { name: /Approve|Delete/ })).toBeNull();
    expect(backend.reads[0]?.searchParams.get('is_approved')).toBe('eq.true');
  });
});

describe('A review on the reviews page', () => {
  beforeEach(() => signInAs('info@lustre.example'));

  test('becomes public when approved, and keeps the focus [S4.22, S6.18, S7.32, S8.43]', async () => {
    const backend = startWithBoth();
    renderScreen(<Reviews />, { path: '/reviews' });
    await press('Greg Stone', 'Approve');
    await waitFor(() => expect(screen.queryByText('Waiting for approval')).toBeNull());
    expect(toasts.current()).toMatchObject({
      title: 'Success!',
      description: 'Review approved and is now public.',
    });
    expect(backend.reviews.every(({ is_approved }) => is_approved)).toBe(true);
    expect(document.activeElement).toBe(await card('Greg Stone'));
  });

  test('shows a failed approval, which can be retried [S8.41]', async () => {
    const backend = startWithBoth();
    renderScreen(<Reviews />, { path: '/reviews' });
    await card('Greg Stone');
    backend.refusal = { status: 403, message: 'permission denied' };
    await press('Greg Stone', 'Approve');
    expect(await screen.findByText('Failed to approve review. Please try again.')).toBeTruthy();
    expect(toasts.current()).toMatchObject({
      title: 'Error',
      description: 'Failed to approve review.',
      variant: 'destructive',
    });
    backend.refusal = null;
    await press('Greg Stone', 'Approve');
    await waitFor(() => expect(screen.queryByText('Waiting for approval')).toBeNull());
  });

  test('shows no success when the approval changed nothing', async () => {
    const backend = startWithBoth();
    renderScreen(<Reviews />, { path: '/reviews' });
    await card('Greg Stone');
    backend.reviews = [];
    await press('Greg Stone', 'Approve');
    expect(await screen.findByText('Failed to approve review. Please try again.')).toBeTruthy();
  });

  test('is deleted only after a confirmation', async () => {
    const backend = startWithBoth();
    renderScreen(<Reviews />, { path: '/reviews' });
    await press('Greg Stone', 'Delete');
    const question = screen.getByRole('alertdialog', { name: 'Delete this review?' });
    expect(question.textContent).toContain('and its photo');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Keep review' }));
    expect(backend.reviews).toHaveLength(2);
    expect(backend.removals).toEqual([]);
  });

  test('is deleted together with its photo [S1.15, S4.23, S6.18, S7.33, S7.36, S8.44]', async () => {
    const backend = startWithBoth();
    renderScreen(<Reviews />, { path: '/reviews' });
    await press('Greg Stone', 'Delete');
    await confirm();
    await waitFor(() => expect(screen.queryByText('Greg Stone')).toBeNull());
    expect(toasts.current()).toMatchObject({
      title: 'Success!',
      description: 'Review has been deleted.',
    });
    expect(backend.removals).toEqual(['public/1_car.webp']);
    expect(backend.reviews.map(({ id }) => id)).toEqual(['public']);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Reviews' })),
    );
  });

  test('keeps its photo when it cannot be deleted, with a message [S8.42]', async () => {
    const backend = startWithBoth();
    backend.refusal = { status: 403, message: 'permission denied' };
    renderScreen(<Reviews />, { path: '/reviews' });
    await press('Greg Stone', 'Delete');
    await confirm();
    expect(await screen.findByText('Failed to delete review. Please try again.')).toBeTruthy();
    expect(toasts.current()).toMatchObject({
      title: 'Error',
      description: 'Failed to delete review.',
      variant: 'destructive',
    });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(backend.reviews).toHaveLength(2);
    expect(backend.removals).toEqual([]);
  });

  test('is deleted even if its photo cannot be removed yet', async () => {
    const backend = startWithBoth();
    backend.photoRefusal = { status: 500, message: 'down' };
    renderScreen(<Reviews />, { path: '/reviews' });
    await press('Greg Stone', 'Delete');
    await confirm();
    await waitFor(() => expect(screen.queryByText('Greg Stone')).toBeNull());
    expect(toasts.current()?.description).toBe('Review has been deleted.');
  });
});
