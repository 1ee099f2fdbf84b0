// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expectToast } from '@/testing/expect-toast.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { dismissToast, toasts } from '@/lib/toast.ts';
import { startFakeBackend } from '@/entities/review/testing/fake-backend.ts';
import { renderAt } from '../testing/render-at.tsx';
import { signInAs } from '@/entities/review/testing/sign-in-as.ts';

const bookingId = '3f8a6e9c-0000-4000-8000-000000000001';
const address = () => screen.getByTestId('address').textContent;
const nameField = () => screen.findByLabelText<HTMLInputElement>(/^Your Name/);
const submit = () => screen.getByRole('button', { name: 'Submit Review' });

beforeEach(() => dismissToast(toasts.current()?.id ?? 0));

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

describe('Arriving', () => {
  test('without a booking welcomes the visitor and asks for a name [S2.44, S8.25]', async () => {
    startFakeBackend();
    renderAt('/leave-review');
    expect((await nameField()).value).toBe('');
    expect(toasts.current()).toMatchObject({
      title: 'Welcome!',
      description: 'Please enter your name to leave a review.',
    });
  });

  test('with a booking knows the name and does not ask for it [S7.44]', async () => {
    const backend = startFakeBackend();
    renderAt(`/leave-review?booking_id=${bookingId}`);
    expect((await nameField()).value).toBe('Alex Roy');
    expect(backend.bookingHeaders).toEqual([bookingId]);
    expect(toasts.current()).toBeNull();
  });

  test('from a payment says that the booking is confirmed, and keeps only the booking in the URL [S2.9, S8.26]', async () => {
    startFakeBackend();
    renderAt(`/leave-review?booking_id=${bookingId}&session_id=pi_1&utm=mail`);
    await nameField();
    expect(toasts.current()).toMatchObject({
      title: 'Payment Successful!',
      description: 'Your booking is confirmed. Please leave a review!',
    });
    await waitFor(() => expect(address()).toBe(`/leave-review?booking_id=${bookingId}`));
  });

  test.each(['00000000-0000-4000-8000-000000000000', 'not-an-id'])(
    'with the unknown booking %s leads to the reviews [S8.24]',
    async (unknown) => {
      startFakeBackend();
      renderAt(`/leave-review?booking_id=${unknown}`);
      await waitFor(() => expect(address()).toBe('/reviews'));
      expect(toasts.current()).toMatchObject({
        title: 'Error',
        description: 'Could not fetch booking details.',
        variant: 'destructive',
      });
    },
  );
});

describe('Writing', () => {
  test('offers the stars as five radios of one group [S2.45, S9.25]', async () => {
    startFakeBackend();
    renderAt('/leave-review');
    await nameField();
    const group = screen.getByRole('radiogroup', { name: /Your Rating/ });
    const stars = [...group.querySelectorAll('input')];
    expect(stars.map((star) => star.getAttribute('aria-label'))).toEqual([
      '1 star',
      '2 stars',
      '3 stars',
      '4 stars',
      '5 stars',
    ]);
  });

  test('has a comment of four rows, which may be empty [S2.46, S9.33]', async () => {
    startFakeBackend();
    renderAt('/leave-review');
    await nameField();
    const comment = screen.getByLabelText<HTMLTextAreaElement>('Your Review');
    expect(comment.rows).toBe(4);
    expect(comment.getAttribute('aria-required')).toBeNull();
  });

  test('previews a star while the pointer is on it [S2.45]', async () => {
    startFakeBackend();
    renderAt('/leave-review');
    await nameField();
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: '2 stars' }));
    await user.hover(screen.getByRole('radio', { name: '4 stars' }));
    expect(screen.getByText('Very good')).toBeTruthy();
    await user.hover(submit());
    expect(screen.getByText('Fair')).toBeTruthy();
  });

  test('without stars is not sent, and focuses the first star [S5.6, S8.27]', async () => {
    const backend = startFakeBackend();
    renderAt('/leave-review');
    await nameField();
    await userEvent.setup().click(submit());
    expect(await screen.findByText('Please select a star rating.')).toBeTruthy();
    expect(toasts.current()).toMatchObject({
      title: 'Missing Rating',
      description: 'Please select a star rating.',
      variant: 'destructive',
    });
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '1 star' }));
    expect(backend.received).toEqual([]);
    await userEvent.setup().click(screen.getByRole('radio', { name: '5 stars' }));
    expect(toasts.current()).toBeNull();
  });

  test('without a name is not sent [S5.7, S8.28]', async () => {
    const backend = startFakeBackend();
    renderAt('/leave-review');
    const user = userEvent.setup();
    await user.type(await nameField(), '   ');
    await user.click(screen.getByRole('radio', { name: '5 stars' }));
    await user.click(submit());
    expect(await screen.findByText('Please enter your name.')).toBeTruthy();
    expect(toasts.current()).toMatchObject({
      title: 'Missing Name',
      description: 'Please enter your name.',
    });
    expect(backend.received).toEqual([]);
  });
});

describe('Submitting', () => {
  test('stores a review for approval and leads to the reviews [S1.13, S2.48, S4.21, S7.34, S8.31]', async () => {
    const backend = startFakeBackend();
    renderAt(`/leave-review?booking_id=${bookingId}`);
    await nameField();
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: '4 stars' }));
    await user.type(screen.getByLabelText('Your Review'), 'Like new.');
    await user.click(submit());
    await waitFor(() => expect(address()).toBe('/reviews'));
    expect(backend.received).toEqual([
      {
        booking_id: bookingId,
        customer_name: 'Alex Roy',
        rating: 4,
        comment: 'Like new.',
        photo_url: null,
        is_approved: false,
      },
    ]);
    expect(toasts.current()).toMatchObject({
      title: 'Thank You!',
      description: 'Your review has been submitted for approval.',
    });
  });

  test('uses the name of a signed-in customer', async () => {
    const backend = startFakeBackend();
    signInAs('alex@example.com');
    renderAt(`/leave-review?booking_id=${bookingId}`);
    await nameField();
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: '5 stars' }));
    const before = backend.tokens.length;
    await user.click(submit());
    await waitFor(() => expect(backend.received).toHaveLength(1));
    expect(backend.tokens[before]).toBe('Bearer the token of alex@example.com');
  });

  test('shows a sentence when there are too many reviews at once', async () => {
    const backend = startFakeBackend();
    backend.refusal = { status: 429, message: 'too_many_reviews' };
    renderAt('/leave-review');
    const user = userEvent.setup();
    await user.type(await nameField(), 'Alex');
    await user.click(screen.getByRole('radio', { name: '5 stars' }));
    await user.click(submit());
    await waitFor(() =>
      expect(toasts.current()?.description).toMatch(/^We’ve received too many reviews/),
    );
    expect((await nameField()).value).toBe('Alex');
  });

  test("shows the backend's refusal in its words, and keeps the typed values [S5.9, S8.30]", async () => {
    const backend = startFakeBackend();
    backend.refusal = { status: 400, message: 'The comment is too long' };
    renderAt('/leave-review');
    const user = userEvent.setup();
    await user.type(await nameField(), 'Alex');
    await user.click(screen.getByRole('radio', { name: '5 stars' }));
    await user.click(submit());
    await expectToast('Submission Failed', 'The comment is too long', 'destructive');
    expect(screen.queryByText('The comment is too long'), 'said once').toBeNull();
    expect((await nameField()).value).toBe('Alex');
    backend.refusal = null;
    await user.click(submit());
    await waitFor(() => expect(address()).toBe('/reviews'));
    expect(backend.received.at(-1)).toMatchObject({ booking_id: null, comment: null, rating: 5 });
  });
});
