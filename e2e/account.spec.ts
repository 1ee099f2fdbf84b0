import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from './fixtures/accessibility.ts';
import { followLink, logIn, signUp } from './fixtures/accounts.ts';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/test.ts';
import { textedCode } from './fixtures/text-messages.ts';

const password = 'a good secret';

/** A code of the next half minute: the current one may be used already, and a code counts once. */
function nextCode(secret: string): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + 30_000 });
}

/** Turns the second factor on; returns the app's secret and the recovery codes. */
async function setUpSecondFactor(page: Page) {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set Up a Second Factor' }).click();
  const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByLabel('Enter the code that the app shows').fill(code);
  await page.getByRole('button', { name: 'Turn On' }).click();
  const panel = page.getByRole('region', { name: /recovery codes/ });
  await expect(panel.getByRole('listitem')).toHaveCount(10);
  const codes = await panel.getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return { secret, codes };
}

test(
  'a phone number given at sign-up is verified by a text message and can then sign in',
  { tag: '@full' },
  async ({ page, server }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('Email Address').fill('caller@customer.example');
    await page.getByLabel('Phone (optional)').fill('(905) 555-0177');
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    const mail = await receivedMail(server.origin, 'caller@customer.example', /confirm/i);
    await followLink(page, mail.html, 'Confirm email address');
    await expect(page).toHaveURL(/\/my-bookings$/);
    await page.getByRole('button', { name: 'Verify your phone' }).click();
    await expect(page).toHaveURL(/\/account#phone$/);
    await page.getByRole('button', { name: 'Text Me a Code' }).click();
    const code = page.getByLabel('Code From the Text Message');
    await code.fill(await textedCode(server.origin, '+19055550177'));
    await expectAccessible(page, 'the account page');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('Your phone number has been verified.').first()).toBeVisible();
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  },
);

test('a code by email signs in without a password', { tag: '@full' }, async ({ page, server }) => {
  const email = 'coded@customer.example';
  await signUp(page, server.origin, email);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Login / Sign Up' }).click();
  await page.getByRole('button', { name: 'Email or text me a sign-in code' }).click();
  await page.getByLabel('Email Address or Phone').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const { text } = await receivedMail(server.origin, email, /sign-in link/);
  await page.getByLabel('Sign-in Code').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '');
  await expectAccessible(page, 'the sign-in code');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/my-bookings$/);
});

test('signing in requires the second factor after the password, and a recovery code replaces it', async ({
  page,
  server,
}) => {
  test.slow();
  const email = 'careful@customer.example';
  await signUp(page, server.origin, email);
  const { secret, codes } = await setUpSecondFactor(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();

  await logIn(page, email, password);
  await expect(page.getByRole('heading', { name: 'One more step.' })).toBeVisible();
  await expectAccessible(page, 'the second step');
  await page.getByLabel('Code From Your App').fill(nextCode(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/my-bookings$/);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();

  await logIn(page, email, password);
  await expect(page.getByRole('heading', { name: 'One more step.' })).toBeVisible();
  await page.goto('/account');
  await expect(page, 'half a sign-in opens nothing').toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery Code').fill(codes[3]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/account#second-factor$/);
  await expect(page.getByText('It is off.')).toBeVisible();
});

test.describe('A change of the account more than five minutes after signing in', () => {
  // The service's answer more than five minutes after the sign-in.
  test.use({ expectedErrors: [/status of 400/] });

  test(
    'requires a new proof, keeps the typed values, and lists the ways to sign in',
    { tag: '@full' },
    async ({ page, server }) => {
      const email = 'later-change@customer.example';
      await signUp(page, server.origin, email);
      await page.goto('/account');
      await page.getByLabel('New Password').fill('walnut-ferry-otter');
      let refused = 0;
      await page.route('**/auth/v1/user*', async (route) => {
        if (route.request().method() !== 'PUT' || refused > 0) return route.fallback();
        refused += 1;
        await route.fulfill({
          status: 400,
          json: { code: 400, error_code: 'reauthentication_needed', msg: 'Please confirm' },
        });
      });
      await page.getByRole('button', { name: 'Change Password' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Confirm it’s you' });
      await expect(dialog.getByLabel('Your Password')).toBeFocused();
      await expectAccessible(page, 'the question who is there');
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
      await expect(page.getByText(`Password with ${email}`)).toBeVisible();
      const notice = await receivedMail(server.origin, email, /sign-in details/);
      expect(notice.text).toContain('Your password was changed.');

      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
      await logIn(page, email, 'walnut-ferry-otter');
      await expect(page).toHaveURL(/\/my-bookings$/);
    },
  );
});

test.describe('Deleting the account', () => {
  // Refused while a booking is ahead.
  test.use({ expectedErrors: [/status of 409/] });

  test(
    'a customer exports the data and deletes the account once no booking is ahead',
    { tag: '@full' },
    async ({ page, server }) => {
      const email = 'leaving@customer.example';
      await signUp(page, server.origin, email);
      const booking = await createBooking(server.origin, { bookingDate: freeDay(), email });
      await payBooking(server.origin, booking);
      await verifyPayment(server.origin, booking.bookingId);

      await page.goto('/account');
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download My Data' }).click();
      expect((await downloading).suggestedFilename()).toMatch(/^my-data-.*\.json$/);

      const dialog = page.getByRole('alertdialog');
      const confirmDeletion = async () => {
        await page.getByRole('button', { name: 'Delete My Account' }).click();
        await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
        await dialog.getByLabel('Your Password').fill(password);
        await dialog.getByRole('button', { name: 'Delete my account' }).click();
      };
      await confirmDeletion();
      await expect(dialog.getByText('There is an upcoming booking.')).toBeVisible();
      await expectAccessible(page, 'the refused deletion');
      await dialog.getByRole('button', { name: 'Keep my account' }).click();

      await page.getByRole('link', { name: 'My Bookings' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await dialog.getByRole('button', { name: 'Cancel booking' }).click();
      await expect(page.getByText('Cancelled').first()).toBeVisible();
      await page.goto('/account');
      await confirmDeletion();
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible();
    },
  );
});
