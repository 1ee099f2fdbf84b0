// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { toasts } from '@/lib/toast.ts';
import {
  photoUrl,
  startFakeBackend,
  storedReview,
  storedReviews,
} from '@/entities/review/testing/fake-backend.ts';
import { renderAt } from '../testing/render-at.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('lists approved reviews newest first, with their stars announced [S1.7, S2.5, S7.31, S9.38]', async () => {
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
  expect(query?.searchParams.get('order')).toBe('created_at.desc,id.desc');
  expect(screen.getByRole('link', { name: 'Leave a Review' }).getAttribute('href')).toBe(
    '/leave-review',
  );
});

test('shows the average and its distribution, of all reviews and of the chosen service', async () => {
  const basic = { service_name: 'Basic Wash' };
  startFakeBackend([
    storedReview({ id: '1', rating: 5, ...basic }),
    storedReview({ id: '2', rating: 4, ...basic }),
    storedReview({ id: '3', rating: 1, customer_name: 'Greg Stone' }),
  ]);
  renderAt('/reviews');
  const rating = within(await screen.findByRole('region', { name: 'Rating' }));
  expect(rating.getByText('3.3')).toBeTruthy();
  expect(rating.getByText('3 reviews')).toBeTruthy();
  const rows = () => rating.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows()[0]).toBe('5 stars1 review');
  await userEvent.setup().click(screen.getByRole('link', { name: 'Basic Wash (2)' }));
  expect(await screen.findByText('4.5')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Greg Stone')).toBeNull());
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(location.search).toBe('?service=Basic+Wash');
  expect(screen.getByRole('link', { current: true }).textContent).toBe('Basic Wash (2)');
});

test('keeps the way back from a service without reviews', async () => {
  startFakeBackend([storedReview()]);
  renderAt('/reviews?service=Wax');
  expect(await screen.findByText(/No reviews of Wax yet/)).toBeTruthy();
  await userEvent.setup().click(await screen.findByRole('link', { name: 'All services (1)' }));
  expect(await screen.findByText('Priya Nair')).toBeTruthy();
});

test("shows the owner's reply below the review", async () => {
  startFakeBackend([storedReview({ reply: 'Thank you, Priya!' })]);
  renderAt('/reviews');
  const card = within(await screen.findByRole('article', { name: 'Review by Priya Nair' }));
  expect(card.getByText('Reply from Lustre Mobile Detailing')).toBeTruthy();
  expect(card.getByText('Thank you, Priya!')).toBeTruthy();
});

test('loads older reviews on request', async () => {
  const backend = startFakeBackend(storedReviews(36));
  renderAt('/reviews');
  await screen.findByText('Comment 29');
  expect(screen.queryByText('Comment 30')).toBeNull();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show Older Reviews' }));
  expect(await screen.findByText('Comment 35')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(36);
  expect(screen.queryByRole('button', { name: 'Show Older Reviews' })).toBeNull();
  const { created_at: instant } = backend.reviews[29] ?? {};
  expect(backend.reads[1]?.searchParams.get('or')).toBe(
    `(created_at.lt."${instant}",and(created_at.eq."${instant}",id.lt.review-29))`,
  );
});

test('keeps the loaded reviews when older ones cannot be loaded', async () => {
  const backend = startFakeBackend(storedReviews(36));
  renderAt('/reviews');
  await screen.findByText('Comment 29');
  backend.isDown = true;
  const older = screen.getByRole('button', { name: 'Show Older Reviews' });
  await userEvent.setup().click(older);
  expect(await screen.findByText('Could not fetch reviews. Please try again.')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(30);
  backend.isDown = false;
  await userEvent.setup().click(older);
  expect(await screen.findByText('Comment 35')).toBeTruthy();
});

test('folds a long comment, which can be opened', async () => {
  startFakeBackend([storedReview({ comment: 'All of it shines. '.repeat(110) })]);
  renderAt('/reviews');
  const more = await screen.findByRole('button', { name: 'Read More', expanded: false });
  await userEvent.setup().click(more);
  expect(screen.getByRole('button', { name: 'Show Less', expanded: true })).toBe(more);
});

test('shows a script in a comment or a name as text', async () => {
  const comment = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  startFakeBackend([storedReview({ comment, customer_name: '<b>Alex</b>' })]);
  renderAt('/reviews');
  expect((await screen.findByText(comment)).children).toHaveLength(0);
  expect(screen.getByText('<b>Alex</b>')).toBeTruthy();
  expect(document.querySelector('main img, article img, article script')).toBeNull();
});

test('enlarges a photo and closes it from the keyboard', async () => {
  startFakeBackend([storedReview({ photo_url: photoUrl, photo_width: 1200, photo_height: 900 })]);
  renderAt('/reviews');
  const opener = await screen.findByRole('button', { name: 'Enlarge the photo by Priya Nair' });
  const user = userEvent.setup();
  opener.focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Photo by Priya Nair' });
  const large = dialog.querySelector('img');
  expect(large?.getAttribute('src')).toBe('/storage/v1/object/public/reviews/public/1_car.webp');
  expect(large?.getAttribute('width')).toBe('1200');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test('Back closes a photo, and the reviews stay', async () => {
  startFakeBackend([storedReview({ photo_url: photoUrl, photo_width: 1200, photo_height: 900 })]);
  renderAt('/reviews');
  const opener = await screen.findByRole('button', { name: 'Enlarge the photo by Priya Nair' });
  await userEvent.setup().click(opener);
  await screen.findByRole('dialog', { name: 'Photo by Priya Nair' });
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(opener.isConnected).toBe(true);
});

test('draws the average to its tenth', async () => {
  const ratings = [5, 5, 5, 5, 4];
  startFakeBackend(ratings.map((rating, index) => storedReview({ id: `review-${index}`, rating })));
  renderAt('/reviews');
  const rating = await screen.findByRole('region', { name: 'Rating' });
  expect(rating.textContent).toContain('4.8');
  const drawn = rating.querySelector<HTMLElement>('[style]');
  expect(parseFloat(drawn?.style.width ?? '')).toBeCloseTo(((4 * 23 + 0.8 * 20) / 112) * 100);
});

test('invites the visitor to write the first review [S2.6]', async () => {
  startFakeBackend();
  renderAt('/reviews');
  expect(await screen.findByText('No reviews yet.')).toBeTruthy();
});

test('shows an error when reviews cannot be loaded, and can retry [S8.40]', async () => {
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
