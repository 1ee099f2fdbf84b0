import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessibility.ts';
import { answerWith, fail, failedAnswer } from './fixtures/failing-backend.ts';
import { approveReviews, leaveReview } from './fixtures/review-api.ts';
import { changeRows, resume, signInByApi } from './fixtures/session.ts';
import { changeTexts } from './fixtures/text-messages.ts';
import { expect, test } from './fixtures/test.ts';

// Playwright adds a script to every frame, which an email's sandbox blocks.
const expectedErrors = [new RegExp(`${failedAnswer.source}|^Blocked script execution`)];

test.use({ reducedMotion: 'reduce', expectedErrors });

const said = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

test('the templates are accessible: unavailable, listed, edited, broken, unsaved, missing', async ({
  page,
  server,
}) => {
  test.slow();
  await resume(page, await signInByApi(server.origin));
  const mend = await fail(page, '**/rest/v1/email_templates?*');
  await page.goto('/admin/templates');
  await expect(tryAgain(page)).toBeVisible();
  await expectAccessible(page, 'the templates out of reach');
  await mend();
  await tryAgain(page).click();
  await expect(page.getByRole('list', { name: 'Email templates' })).toBeVisible();
  await expectAccessible(page, 'the templates');

  await page.getByRole('link', { name: /^Booking confirmation/ }).click();
  await expect(page.getByRole('textbox', { name: 'Sign-off' })).toBeVisible();
  await expect(page.getByTitle('Email preview')).toBeVisible();
  await expectAccessible(page, 'a template in its form');
  await page.getByRole('button', { name: 'Insert a detail into “Text”' }).press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expectAccessible(page, 'the details that a template may fill in');
  await page.keyboard.press('Escape');
  await press(page, 'Advanced (HTML)');
  const editor = page.getByRole('textbox', { name: 'Email (HTML)' });
  await expect(editor).toBeVisible();
  await expectAccessible(page, 'a template in HTML');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('<p>\n{{ custmer_name }}');
  await said(page, 'Line 2 has an error');
  await page.getByLabel('Name').fill('');
  await press(page, 'Save Template');
  await said(page, 'Please give the template a name.');
  await expectAccessible(page, 'a broken template');
  const areas = page.getByRole('navigation', { name: 'Administration' });
  await areas.getByRole('button', { name: /^Customers/ }).click();
  await areas.getByRole('link', { name: 'Reviews' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'the question before a template is left unsaved');
  await press(page, 'Leave without saving');

  await fail(page, '**/functions/v1/preview-template');
  await page.goto('/admin/templates/new');
  await said(page, 'Preview unavailable');
  await expectAccessible(page, 'a new template without its preview');
  await page.goto('/admin/templates/7d1f0c5e-4b7e-4a55-9a54-0b8c5f1f2a10');
  await said(page, 'Template not found');
  await expectAccessible(page, 'a template that is missing');
});

test('text messages are accessible: unavailable, off, on, with mistakes, at 320 pixels', async ({
  page,
  server,
}) => {
  await resume(page, await signInByApi(server.origin));
  const mend = await fail(page, '**/rest/v1/text_settings?*');
  await page.goto('/admin/texts');
  await expect(tryAgain(page)).toBeVisible();
  await expectAccessible(page, 'the texts out of reach');
  await mend();
  await tryAgain(page).click();
  await said(page, 'Customers aren’t asked for their consent and get no texts.');
  await expectAccessible(page, 'texts switched off');
  await page.getByRole('switch', { name: 'Send text messages' }).click();
  await said(page, '0 of 200 segments sent today.');
  await expectAccessible(page, 'texts switched on');
  await page.getByRole('combobox', { name: 'Reminder' }).selectOption('Hours before the visit');
  await page.getByRole('textbox', { name: 'Hours before' }).fill('99');
  await press(page, 'Save');
  await said(page, 'Please enter hours, from 1 to 48.');
  await expectAccessible(page, 'the times of texts with mistakes');
  await changeTexts(server.origin, { is_on: false });
});

test('managing the gallery is accessible: unavailable, empty, with photos, described, deleted', async ({
  page,
  server,
}) => {
  test.slow();
  const owner = await signInByApi(server.origin);
  await resume(page, owner);
  const mend = await fail(page, '**/rest/v1/gallery_photos?*');
  await page.goto('/admin/gallery');
  await expect(tryAgain(page)).toBeVisible();
  await expectAccessible(page, 'the kept gallery out of reach');
  await mend();
  const isEmpty = await answerWith(page, 'gallery_photos', []);
  for (const path of ['/admin/gallery', '/gallery']) {
    await page.goto(path);
    await said(page, 'Our Gallery is Getting Ready!');
    await expectAccessible(page, `the empty ${path} of an administrator`);
  }
  await isEmpty();

  const body = { image_url: '/demo/suv-burgundy.webp', description: 'Kept for a check' };
  await changeRows(server.origin, owner, { method: 'POST', path: 'gallery_photos', body });
  try {
    await page.goto('/gallery');
    const remove = page.getByRole('button', { name: /^Delete photo.*Kept for a check/ });
    await remove.waitFor();
    await expectAccessible(page, 'the gallery of an administrator');
    await page.goto('/admin/gallery');
    await page.getByRole('button', { name: /^Edit the description.*Kept for a check/ }).click();
    await expectAccessible(page, 'a description being written');
    await press(page, 'Cancel');
    await fail(page, '**/rest/v1/gallery_photos?*');
    await remove.click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(page, 'the question before a photo is deleted');
    await press(page, 'Delete photo');
    await said(page, 'Deletion Failed');
    await expectAccessible(page, 'a deletion that failed');
  } finally {
    const path = 'gallery_photos?description=eq.Kept%20for%20a%20check';
    await changeRows(server.origin, owner, { method: 'DELETE', path });
  }
});

test('managing reviews is accessible: unavailable, empty, with reviews, and before a deletion', async ({
  page,
  server,
}) => {
  test.slow();
  await resume(page, await signInByApi(server.origin));
  const mend = await fail(page, '**/rest/v1/reviews?*');
  await page.goto('/admin/reviews');
  await expect(tryAgain(page)).toBeVisible();
  await expectAccessible(page, 'the managed reviews out of reach');
  await mend();
  const isEmpty = await answerWith(page, 'reviews', []);
  await page.reload();
  await said(page, /^No reviews are waiting/);
  await expectAccessible(page, 'no reviews to manage');
  await isEmpty();

  for (const comment of ['Managed well.', 'Waiting well.']) {
    await leaveReview(server.origin, { customer_name: 'A Managed Writer', comment });
  }
  await approveReviews(server.origin, 'Managed');
  for (const path of ['/admin/reviews', '/reviews']) {
    await page.goto(path);
    await said(page, 'Waiting well.');
    await expectAccessible(page, `${path} of an administrator`);
  }
  const waiting = page.getByRole('article').filter({ hasText: 'Waiting well.' });
  await waiting.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'the question before a review is deleted');
  await press(page, 'Delete review');
  await said(page, 'Review has been deleted.');
});

test('the mailbox is accessible: its sign-in, its list, an email, and empty', async ({
  page,
  server,
}) => {
  await resume(page, await signInByApi(server.origin));
  await page.goto('/contact');
  await page.getByLabel('Full Name').fill('Robin Marsh');
  await page.getByLabel('Subject').fill('Polish for the mailbox');
  await page.getByLabel('Message').fill('Hello.');
  await press(page, 'Send Inquiry');
  await said(page, 'Inquiry Sent!');
  await page.goto('/mailbox');
  await expectAccessible(page, 'the sign-in to the mailbox');
  await page.getByLabel('Email').fill('info@lustre.example');
  await page.getByLabel('Password').fill('a wrong password');
  await press(page, 'Sign in');
  await expect(page.getByRole('alert')).toHaveText('Email or password is incorrect.');
  await expectAccessible(page, 'a sign-in to the mailbox that failed');
  await page.getByLabel('Email').fill('info@lustre.example');
  await page.getByLabel('Password').fill('a password for tests');
  await press(page, 'Sign in');
  await expect(page.getByRole('heading', { name: 'Mailbox', level: 1 })).toBeVisible();
  const mail = page.getByRole('link', { name: /Polish for the mailbox/ });
  await expect(async () => {
    await page.goto('/mailbox');
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page, 'the mailbox');
  await mail.click();
  await expectAccessible(page, 'a mail');
  await page.goto('/mailbox/nothing');
  await expectAccessible(page, 'no such mail');
});
