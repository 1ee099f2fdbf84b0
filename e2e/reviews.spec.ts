import type { Page } from '@playwright/test';
import { createBooking, freeDay } from './fixtures/booking-api.ts';
import { approveReviews, leaveReview, storePhoto } from './fixtures/review-api.ts';
import { expect, test } from './fixtures/test.ts';

/** Signed in with the business's info address. */
async function logInAsManager(page: Page) {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill('info@lustre.example');
  await page.getByLabel(/^Password/).fill('a password for tests');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Login Successful').first()).toBeVisible();
}

const card = (page: Page, name: string) =>
  page.getByRole('article', { name: `Review by ${name}`, exact: true });

const strip = (page: Page) => page.getByRole('region', { name: 'Customer reviews' });

async function approve(page: Page, name: string) {
  await page.goto('/reviews');
  await card(page, name).getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Review approved and is now public.').first()).toBeVisible();
  await expect(card(page, name).getByText('Waiting for approval')).toBeHidden();
}

test('a review with a photo is written after a booking, approved, and then public [S2.4]', async ({
  page,
  server,
  browser,
}) => {
  // A name that no other test uses for a review: the test finds the review by it.
  const name = 'Harper Lindqvist';
  const { bookingId } = await createBooking(server.origin, { bookingDate: freeDay(), name });
  await page.goto(`/leave-review?booking_id=${bookingId}&session_id=pi_1`);
  await expect(page.getByText('Payment Successful!').first()).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/leave-review?booking_id=${bookingId}`);
  await expect(page.getByLabel('Your Name')).toHaveValue(name);

  await page.getByLabel('1 star', { exact: true }).press('Space');
  for (let star = 1; star < 4; star++) await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('4 stars')).toBeChecked();
  await page.getByLabel('Your Review').fill('It came back like this.');
  const photo = { name: 'my car.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.getByLabel('Add a Photo').setInputFiles(photo);
  await expect(page.getByRole('img', { name: 'Preview of your photo' })).toBeVisible();
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await expect(
    page.getByText('Your review has been submitted for approval.').first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/reviews$/);
  await expect(page.getByRole('link', { name: 'Leave a Review' })).toBeVisible();
  await expect(page.getByText('It came back like this.')).toBeHidden();

  await logInAsManager(page);
  await approve(page, name);
  await card(page, name).getByRole('button', { name: 'Write reply' }).click();
  await page.getByLabel(`Reply to ${name}`).fill('See you in spring.');
  await page.getByRole('button', { name: 'Save reply' }).click();
  await expect(card(page, name).getByText('See you in spring.')).toBeVisible();

  const visitor = await browser.newPage({ baseURL: server.origin });
  await visitor.goto('/reviews?service=Basic+Wash');
  await expect(card(visitor, name).getByText('See you in spring.')).toBeVisible();
  await expect(visitor.getByRole('region', { name: 'Rating' })).toBeVisible();
  const opener = visitor.getByRole('button', { name: `Enlarge the photo by ${name}` });
  await opener.press('Enter');
  const large = visitor.getByRole('dialog').getByRole('img', { name: `Photo by ${name}` });
  await expect(large).toBeVisible();
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await visitor.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await expect(card(visitor, name)).toContainText('It came back like this.');
  await expect(visitor.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(visitor.getByRole('list', { name: 'Reviews', exact: true })).toHaveCSS(
    'grid-template-columns',
    /^\S+ \S+ \S+$/,
  );

  await visitor.goto('/contact');
  await visitor.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(strip(visitor).getByRole('listitem').first()).toContainText(
    'It came back like this.',
  );
  await visitor.close();
});

test('a script in a review is shown as text', async ({ page, server }) => {
  const comment = `<script>document.title = 'taken'</script><img src=x onerror="document.title='taken'">`;
  const name = '<i>Mallory</i>';
  await leaveReview(server.origin, { customer_name: name, comment });
  await logInAsManager(page);
  await approve(page, name);
  await expect(card(page, name).getByText(comment)).toBeVisible();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(strip(page).getByText(comment).first()).toBeVisible();
  await expect(page).not.toHaveTitle('taken');
});

test('deleting a review deletes its photo', { tag: '@full' }, async ({ page, server, request }) => {
  await page.goto('/');
  const photoUrl = await storePhoto(server.origin, '1_unwanted.png', await page.screenshot());
  const name = 'Somebody Else';
  await leaveReview(server.origin, {
    customer_name: name,
    comment: 'Buy cheap tyres.',
    photo_url: photoUrl,
  });
  expect((await request.get(photoUrl)).status()).toBe(200);

  await logInAsManager(page);
  await page.goto('/reviews');
  await card(page, name).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete review' }).click();
  await expect(page.getByText('Review has been deleted.').first()).toBeVisible();
  await expect(card(page, name)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Leave a Review' })).toBeVisible();
  await expect(card(page, name)).toBeHidden();
  const gone = await request.get(`${photoUrl}?again`);
  expect(gone.ok()).toBe(false);
});

test('an administrator approves a review in the administration and revokes the approval [S2.82]', async ({
  page,
  server,
}) => {
  const name = 'A Patient Writer';
  await leaveReview(server.origin, { customer_name: name, comment: 'Worth the wait.' });
  await logInAsManager(page);
  await page.goto('/admin/reviews');
  const half = (heading: string) => page.getByRole('region', { name: heading, exact: true });
  const inHalf = (heading: string) =>
    half(heading).getByRole('article', { name: `Review by ${name}` });
  await inHalf('Waiting for approval').getByRole('button', { name: 'Approve' }).click();
  await inHalf('Public').getByRole('button', { name: 'Unapprove' }).click();
  await expect(page.getByText('Review is no longer public.').first()).toBeVisible();
  await expect(inHalf('Waiting for approval')).toBeVisible();
  await expect(inHalf('Public')).toBeHidden();
});

test(
  'older reviews load a page at a time, without repeats',
  { tag: '@full' },
  async ({ page, server }) => {
    const comments = Array.from({ length: 32 }, (_, index) => `Visit ${index + 1}.`);
    for (const comment of comments) {
      await leaveReview(server.origin, { customer_name: 'A Regular', comment });
    }
    await approveReviews(server.origin, 'Visit');
    await page.goto('/reviews');
    const visits = page.getByText(/^Visit \d+\.$/).and(page.getByRole('article').locator('p'));
    await expect(visits).toHaveText(comments.slice(-30).reverse());
    await page.getByRole('button', { name: 'Show Older Reviews' }).click();
    await expect(visits).toHaveText(comments.toReversed());
  },
);

test('the scrolling reviews take 40 seconds and pause for the pointer, the keyboard and a button [S9.36]', async ({
  page,
  server,
}) => {
  const name = 'A Calm Reader';
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await leaveReview(server.origin, { customer_name: name, comment: 'Quiet and quick.' });
  await logInAsManager(page);
  await approve(page, name);
  await page.goto('/contact');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const row = strip(page).getByRole('list');
  const motion = () =>
    row.evaluate((list) => {
      const { animationDuration, animationIterationCount, animationPlayState } =
        getComputedStyle(list);
      return [animationDuration, animationIterationCount, animationPlayState];
    });
  await expect(row).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect.poll(motion).toEqual(['40s', 'infinite', 'running']);
  await strip(page).hover();
  await expect.poll(motion).toEqual(['40s', 'infinite', 'paused']);
  await page.mouse.move(0, 0);
  await expect.poll(motion).toEqual(['40s', 'infinite', 'running']);
  await strip(page).getByRole('group').focus();
  await expect.poll(motion).toEqual(['40s', 'infinite', 'paused']);
  await strip(page).getByRole('button', { name: 'Pause' }).press('Enter');
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await expect.poll(motion).toEqual(['40s', 'infinite', 'paused']);
});

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' });

  test(
    "the reviews don't scroll with reduced motion",
    { tag: '@full' },
    async ({ page, server }) => {
      const name = 'A Still Reader';
      await leaveReview(server.origin, { customer_name: name, comment: 'No fuss.' });
      await logInAsManager(page);
      await approve(page, name);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(strip(page).getByText('No fuss.').first()).toBeVisible();
      await expect(strip(page).getByRole('list')).toHaveCSS('animation-name', 'none');
      await expect(strip(page).getByRole('button', { name: 'Pause' })).toBeHidden();
    },
  );
});
