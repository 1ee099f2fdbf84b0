import type { Page } from '@playwright/test';
import { logIn } from './fixtures/accounts.ts';
import { createBooking, freeDay, payBooking, verifyPayment } from './fixtures/booking-api.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/test.ts';

// Playwright adds a script to every frame, which the preview's sandbox blocks.
test.use({ expectedErrors: [/^Blocked script execution in 'about:srcdoc'/] });

const infoAddress = 'info@lustre.example';
const infoPassword = 'a password for tests';

async function logInAsAdministrator(page: Page) {
  await logIn(page, infoAddress, infoPassword);
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible();
}

async function openConfirmationTemplate(page: Page) {
  const areas = page.getByRole('navigation', { name: 'Administration' });
  await areas.getByRole('button', { name: 'Settings' }).click();
  await areas.getByRole('link', { name: 'Email templates' }).click();
  await expect(page).toHaveURL(/\/admin\/templates$/);
  await page.getByRole('link', { name: /^Booking confirmation/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Booking confirmation' })).toBeVisible();
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name });

async function openHtml(page: Page) {
  await page.getByRole('button', { name: 'Advanced (HTML)' }).click();
  return field(page, 'Email (HTML)');
}

/** Replaces the editor's content, as by pasting. */
async function rewrite(page: Page, lines: string[]) {
  const editor = field(page, 'Email (HTML)');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(lines.join('\n'));
}

const toast = (page: Page, text: string) => page.getByText(text).first();

test("the administrator rewords the confirmation, previews it, and the next booking's email has the new wording", async ({
  page,
  server,
}) => {
  await logInAsAdministrator(page);
  await openConfirmationTemplate(page);
  const preview = page.frameLocator('iframe[title="Email preview"]');
  await expect(preview.getByText('Your appointment is confirmed')).toBeVisible();

  await field(page, 'Heading').fill('Hooray, ');
  await page.getByRole('button', { name: 'Insert a detail into “Heading”' }).click();
  await page.getByRole('menuitem', { name: /^Customer’s name/ }).click();
  await expect(preview.getByText('Hooray, Alex Tremblay')).toBeVisible();
  await field(page, 'Heading').press('Backspace');
  await page.keyboard.type('dear customer!');
  await expect(preview.getByText('Hooray, dear customer!')).toBeVisible();
  await expect(preview.getByText('Premium Detailing').first()).toBeVisible();

  await openHtml(page);
  const long = Array<string>(80).fill(
    '<p>A paragraph that is longer than a line of the field.</p>',
  );
  await rewrite(page, [...long, '<p>Dear {{ custmer_name }}</p>', ...long]);
  await expect(page.getByText('Line 81 has an error')).toBeVisible();
  await page.getByRole('button', { name: 'Save Template' }).click();
  await expect(toast(page, 'Save Failed')).toBeVisible();
  await page.getByRole('button', { name: 'Go to line 81' }).click();
  const html = field(page, 'Email (HTML)');
  await expect(html).toBeFocused();
  // In the middle of as much text before it as after it.
  const middle = await html.evaluate(
    (box) => (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
  );
  expect(middle).toBeCloseTo(0.5, 1);

  await rewrite(page, ['<h1>Hooray!</h1>', '<p>Dear </p>']);
  await page.keyboard.press('ArrowLeft');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  const insertName = page.getByRole('button', { name: /^customer_name/ });
  await insertName.click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(html).toHaveValue('<h1>Hooray!</h1>\n<p>Dear </p>');
  await insertName.click();
  await expect(preview.getByText('Dear Alex Tremblay')).toBeVisible();

  await page.getByRole('button', { name: 'Send test email' }).click();
  const trial = await receivedMail(server.origin, infoAddress, /^\[Test\] Your Premium Detailing/);
  expect(trial.html).toContain('>Dear Alex Tremblay</p>');

  await page.getByRole('button', { name: 'Save Template' }).click();
  await expect(toast(page, 'Template "Booking confirmation" saved.')).toBeVisible();
  const email = 'told.anew@customer.example';
  const booking = await createBooking(server.origin, { bookingDate: freeDay(), email });
  await payBooking(server.origin, booking);
  await verifyPayment(server.origin, booking.bookingId);
  const mail = await receivedMail(server.origin, email, /is booked/);
  expect(mail.html).toContain('>Hooray!</h1>');
  expect(mail.html).toContain('>Dear Robin Marsh</p>');

  await page.getByRole('button', { name: 'Use default text' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Use default text' }).click();
  await expect(preview.getByText('Your appointment is confirmed')).toBeVisible();
  await page.getByRole('button', { name: 'Save Template' }).click();
  await expect(page.getByText('Nothing to save')).toBeVisible();
});

test('the administrator adds a template, edits it, and finds the saved version [S1.16, S6.19]', async ({
  page,
}) => {
  await logInAsAdministrator(page);
  await page.goto('/admin/templates');
  await page.getByRole('link', { name: 'New Template' }).click();
  await page.getByLabel('Name').fill('Winter words');
  // Changes the wording of this kind of email; no other test reads this kind.
  await page.getByLabel('Kind of email').selectOption('rain_day_called_off');
  await field(page, 'Subject').fill('See you in spring');
  await field(page, 'Text').fill('Paid');
  await page.getByRole('button', { name: 'Save Template' }).click();
  await expect(toast(page, 'Template "Winter words" saved.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/templates\/[0-9a-f-]{36}$/);

  await field(page, 'Subject').fill('See you next spring');
  await field(page, 'Text').fill('Paid, and warmly so');
  await page.getByRole('button', { name: 'Save Template' }).click();
  await expect(page.getByText('Nothing to save')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Winter words');
  await expect(field(page, 'Subject')).toHaveText('See you next spring');
  await expect(page.getByLabel('Kind of email')).toHaveValue('rain_day_called_off');
  await expect(field(page, 'Text')).toHaveText('Paid, and warmly so');
  await page.goto('/admin/templates');
  await expect(page.getByRole('link', { name: /Winter words/ })).toContainText(/rain/i);
});

test.describe('An email, more than five minutes after signing in', () => {
  // The database's answer to an old proof, and as above.
  test.use({ expectedErrors: [/status of 403|^Blocked script execution/] });

  test('is saved after the password, with what was typed', async ({ page }) => {
    await logInAsAdministrator(page);
    await page.goto('/admin/templates');
    await page.getByRole('link', { name: 'New Template' }).click();
    await page.getByLabel('Name').fill('Welcome to the crew');
    // No other test reads this kind.
    await page.getByLabel('Kind of email').selectOption('crew_member_added');
    await field(page, 'Subject').fill('Welcome');
    await field(page, 'Text').fill('Nice to have you');
    let refused = 0;
    await page.route('**/rest/v1/email_templates*', async (route) => {
      if (route.request().method() !== 'POST' || refused > 0) return route.fallback();
      refused += 1;
      await route.fulfill({
        status: 403,
        json: { code: 'PT403', message: 'reauthentication_needed', details: null, hint: null },
      });
    });
    await page.getByRole('button', { name: 'Save Template' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirm it’s you' });
    await expect(dialog.getByLabel('Your Password')).toBeFocused();
    await page.keyboard.type(infoPassword);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Template "Welcome to the crew" saved.')).toBeVisible();
    await page.reload();
    await expect(field(page, 'Text')).toHaveText('Nice to have you');
  });
});

test(
  'the Tab key leaves the editor, and leaving with unsaved changes opens a dialog',
  { tag: '@full' },
  async ({ page }) => {
    await logInAsAdministrator(page);
    await openConfirmationTemplate(page);
    const editor = await openHtml(page);
    await rewrite(page, ['<p>Precious words</p>']);
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Save Template' })).toBeFocused();

    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(editor).toHaveValue('<p>Precious words</p>');
    const nav = page.getByRole('navigation', { name: 'Administration' });
    await nav.getByRole('button', { name: /^Customers/ }).click();
    await nav.getByRole('link', { name: 'Reviews' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page).toHaveURL(/\/admin\/reviews$/);
    await nav.getByRole('button', { name: 'Website' }).click();
    await nav.getByRole('link', { name: 'Gallery' }).click();
    await expect(page).toHaveURL(/\/admin\/gallery$/);
  },
);

test('a customer’s inquiry reaches the business, and its answer reaches the customer', async ({
  page,
  server,
}) => {
  await page.goto('/contact');
  await page.getByLabel(/^Full Name/).fill('Robin <b>Marsh</b>');
  await page.getByLabel(/^Email Address/).fill('robin.asks@customer.example');
  await page.getByLabel(/^Subject/).fill('Coffee on the back seat');
  await page.getByLabel(/^Message/).fill('Hello,\ncan you get it out?');
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await expect(toast(page, 'Inquiry Sent!')).toBeVisible();
  await expect(page.getByLabel(/^Message/)).toHaveValue('');

  const mail = await receivedMail(server.origin, infoAddress, /Coffee on the back seat/);
  expect(mail.replyTo).toBe('robin.asks@customer.example');
  expect(mail.text).toContain('Hello,\ncan you get it out?');
  expect(mail.html).toContain('Robin &lt;b&gt;Marsh&lt;/b&gt;');
});
