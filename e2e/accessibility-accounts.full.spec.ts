import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { linkIn } from './fixtures/accounts.ts';
import { expectAccessible } from './fixtures/accessibility.ts';
import { post } from './fixtures/booking-api.ts';
import { fail, failedAnswer } from './fixtures/failing-backend.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { newCustomer, resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ reducedMotion: 'reduce', expectedErrors: [failedAnswer] });

const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const press = (page: Page, name: string) => button(page, name).click();

test('signing in and signing up are accessible: with mistakes, refused, by code, and after a sign-up', async ({
  page,
}) => {
  test.slow();
  await page.goto('/login');
  await expect(button(page, 'Forgot Password?')).toHaveCSS('text-decoration-line', 'underline');
  await expectAccessible(page, 'signing in');
  await press(page, 'Sign In');
  await expect(page.getByLabel(/^Password/)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'signing in with mistakes');
  await page.getByLabel('Email Address').fill('nobody@customer.example');
  await page.getByLabel(/^Password/).fill('not the password');
  await press(page, 'Sign In');
  await said(page, 'Sign in Failed');
  await expectAccessible(page, 'signing in refused');

  await press(page, 'Email or text me a sign-in code');
  await expectAccessible(page, 'asking for a code');
  await page.getByLabel('Email Address or Phone').fill('nobody@customer.example');
  await press(page, 'Send me a code');
  await page.getByLabel('Sign-in Code').fill('12');
  await press(page, 'Sign In');
  await said(page, 'Please enter the 6 digits of the code.');
  await expectAccessible(page, 'a code that is too short');
  await page.getByLabel('Sign-in Code').fill('123456');
  await press(page, 'Sign In');
  await said(page, 'Verification Failed');
  await expectAccessible(page, 'a wrong code');

  await page.goto('/login');
  await press(page, 'Create an account');
  await expectAccessible(page, 'signing up');
  await press(page, 'Sign Up');
  await expect(page.getByLabel('Email Address')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'signing up with mistakes');
  await page.goto('/login?signup_success=true');
  await said(page, 'Almost there!');
  await expectAccessible(page, 'the notice to check the inbox');
});

test('setting a new password is accessible', async ({ page, server }) => {
  const email = 'axe-recovery@customer.example';
  await newCustomer(server.origin, email);
  const landing = encodeURIComponent(`${server.origin}/login`);
  await post(server.origin, `/auth/v1/recover?redirect_to=${landing}`, { email });
  await page.goto(linkIn((await receivedMail(server.origin, email, /password/i)).html));
  await expect(page.getByRole('heading', { name: 'Choose a new password.' })).toBeVisible();
  await expectAccessible(page, 'the page of a mailed link');
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Set a new password.' })).toBeVisible();
  await expectAccessible(page, 'setting a new password');
  await press(page, 'Save Password');
  await expect(page.getByLabel('New Password')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'setting a new password with a mistake');
});

test('the account is accessible: its sections, mistakes, confirmations and the second factor', async ({
  page,
  server,
}) => {
  test.slow();
  await resume(page, await newCustomer(server.origin, 'axe-account@customer.example'));
  const mend = await fail(page, '**/auth/v1/user');
  await page.goto('/account');
  await said(page, 'Could not load your account.');
  await expectAccessible(page, 'the account out of reach');
  await mend();
  await press(page, 'Try again');
  await expect(page.getByRole('button', { name: 'Set Up a Second Factor' })).toBeVisible();
  await expectAccessible(page, 'the account');

  for (const name of ['Save Name', 'Change Email', 'Text Me a Code', 'Change Password']) {
    await press(page, name);
  }
  await said(page, 'Please enter your password.');
  await expectAccessible(page, 'the account with mistakes');
  await page.getByLabel('Phone Number').fill('905 555 0187');
  await press(page, 'Text Me a Code');
  await expect(page.getByLabel('Code From the Text Message')).toBeVisible();
  await expectAccessible(page, 'the account with a code on its way');
  await press(page, 'Download My Data');
  await said(page, 'Your data is in your downloads.');
  await press(page, 'Sign Out Everywhere');
  await expectAccessible(page, 'the question before logging out everywhere');
  await press(page, 'Stay signed in');
  await expect(button(page, 'Sign Out Everywhere')).toBeFocused();
  await press(page, 'Delete My Account');
  await press(page, 'Delete my account');
  await said(page, 'Please type DELETE to confirm.');
  await expectAccessible(page, 'the question before an account is deleted');
  await press(page, 'Keep my account');
  await expect(button(page, 'Delete My Account')).toBeFocused();

  await press(page, 'Set Up a Second Factor');
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page, 'setting up a second factor');
  const secret = await page.getByText(/^[A-Z2-7]{26,}$/).textContent();
  const code = () => new TOTP({ secret: secret ?? '' }).generate();
  await page.getByLabel(/^2\. Enter the code/).fill(code());
  await press(page, 'Turn On');
  await said(page, 'These are your recovery codes.');
  await expectAccessible(page, 'the recovery codes');
  await press(page, 'I have saved them');
  await press(page, 'Turn Off');
  await expectAccessible(page, 'the question before the second factor is turned off');
  await press(page, 'Keep it on');
  await expect(button(page, 'Turn Off')).toBeFocused();

  const email = 'axe-account@customer.example';
  await resume(page, await signInByApi(server.origin, { email, password: 'a good secret' }));
  await page.goto('/login');
  await expectAccessible(page, 'the second step');
  await press(page, 'Confirm');
  await said(page, 'Please enter the 6 digits of the code.');
  await expectAccessible(page, 'the second step with a mistake');
  await press(page, 'Use a recovery code');
  await page.getByLabel('Recovery Code').fill('AAAA-BBBB-CC');
  await press(page, 'Confirm');
  await expect(page.getByLabel('Recovery Code')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'a wrong recovery code');
});
