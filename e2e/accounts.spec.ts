import { followLink, logIn, signUp } from './fixtures/accounts.ts';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { newCustomer, resume } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

test('a guest who signs up finds the earlier booking, cancels it and logs out [S4.10, S6.9]', async ({
  page,
  server,
}) => {
  const email = 'later@customer.example';
  const booking = await createBooking(server.origin, { bookingDate: freeDay(), email });
  await payBooking(server.origin, booking);
  await verifyPayment(server.origin, booking.bookingId);

  await signUp(page, server.origin, email);
  await expect(page).toHaveURL(/\/my-bookings$/);
  const card = page.getByRole('article', { name: 'Basic Wash' });
  await expect(card).toContainText(booking.bookingId);
  await page.reload();
  await card.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click();
  await expect(card).toContainText('Cancelled');

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
  await page.goto('/my-bookings');
  await expect(page.getByRole('heading', { name: 'Find Your Booking' })).toBeVisible();
});

test(
  'a customer replaces a forgotten password by the link in an email',
  { tag: '@full' },
  async ({ page, server }) => {
    const email = 'forgetful@customer.example';
    await signUp(page, server.origin, email);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Login / Sign Up' }).click();
    await page.getByLabel('Email Address').fill(email);
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    await expect(page.getByText('Password Reset Email Sent').first()).toBeVisible();

    const mail = await receivedMail(server.origin, email, /password/i);
    await followLink(page, mail.html, 'Continue');
    await page.getByLabel('New Password').fill('a better secret');
    await page.getByRole('button', { name: 'Save Password' }).click();
    await expect(page.getByText(`Password with ${email}`)).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/my-bookings$/);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
    await logIn(page, email, 'a better secret');
    await expect(page.getByText('Login Successful').first()).toBeVisible();
    await expect(page).toHaveURL(/\/my-bookings$/);
  },
);

test('a URL with the tokens of another account changes nothing [S7.10]', async ({
  page,
  server,
}) => {
  const planted = await newCustomer(server.origin, 'planter@customer.example');
  const fragment = new URLSearchParams({
    access_token: planted.access_token,
    refresh_token: planted.refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
    type: 'signup',
  });
  await page.goto(`/#${fragment}`);
  await expect(page.getByText(/This link is out of date/)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await resume(page, await newCustomer(server.origin, 'planted-on@customer.example'));
  await page.goto(`/my-bookings#${fragment}`);
  await expect(
    page.getByText('You’re still signed in as planted-on@customer.example.'),
  ).toBeVisible();
});

test('the administrator sees the administration and no "My Bookings" [S6.20]', async ({ page }) => {
  await logIn(page, 'info@lustre.example', 'a password for tests');
  await page.getByRole('link', { name: 'View site' }).click();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Admin' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'My Bookings' })).toBeHidden();
});

test.describe('with a wrong password', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('signing in fails with a wrong password', async ({ page }) => {
    await logIn(page, 'info@lustre.example', 'not the password');
    await expect(page.getByText('Sign in Failed').first()).toBeVisible();
    await expect(page.getByText('Invalid login credentials').first()).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });
});
