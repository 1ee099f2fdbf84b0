import {
  answered,
  createBooking,
  freeDay,
  payBooking,
  post,
  requestBooking,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { chooseService, fillDetails, pickTime } from './fixtures/booking-journey.ts';
import { changeRows, resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

async function servedPrefixes(origin: string) {
  const rules = await answered<{ servedPrefixes: string[] }>(
    await post(origin, '/rest/v1/rpc/opening_rules', {}),
  );
  return rules.servedPrefixes;
}

let areaBefore: string[];
test.beforeEach(async ({ server }) => {
  areaBefore = await servedPrefixes(server.origin);
});

// Restores the area for the other tests, also after a failure.
test.afterEach(async ({ server }) => {
  await changeRows(server.origin, await signInByApi(server.origin), {
    method: 'POST',
    path: 'rpc/change_opening_rules',
    body: { changes: { servedPrefixes: areaBefore } },
  });
});

test(
  'the owner narrows the service area, and a customer outside it gets the contact form, filled in',
  { tag: '@full' },
  async ({ page, browser, server }) => {
    const standing = await createBooking(server.origin, { bookingDate: freeDay() });
    await payBooking(server.origin, standing);
    await verifyPayment(server.origin, standing.bookingId);
    await resume(page, await signInByApi(server.origin));
    await page.goto('/admin/time');
    await page.getByRole('button', { name: 'Serve everywhere' }).click();
    await page.getByLabel('Add postal areas').fill('m5v, M4W 1A1');
    await page.getByRole('button', { name: 'Add postal areas' }).click();
    await expect(page.getByRole('list', { name: 'Postal areas' })).toHaveText('M4W×M5V×');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: /outside these rules/ });
    await expect(question.getByRole('listitem').first()).toContainText('Outside your area');
    await question.getByRole('button', { name: 'Save anyway' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    const context = await browser.newContext({ baseURL: server.origin });
    const visitor = await context.newPage();
    await chooseService(visitor, 'Basic Wash', 'Sedan');
    const { day } = await pickTime(visitor);
    await fillDetails(visitor, { email: 'robin.far@customer.example' });
    await expect(visitor.getByText('We don’t serve L7C 1A1 yet')).toBeVisible();
    await visitor.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(visitor.getByText('outside the area we serve')).toBeVisible();
    const refused = await requestBooking(server.origin, { bookingDate: freeDay() });
    expect(await refused.json()).toMatchObject({ error: { code: 'outside_service_area' } });

    await visitor.getByRole('button', { name: 'Chat with us' }).click();
    const chat = visitor.getByRole('dialog', { name: 'Ask Lustre' });
    await chat.getByRole('button', { name: 'Which areas do you serve?' }).click();
    await expect(chat.getByRole('log')).toContainText('postal codes that begin with M4W or M5V');
    await chat.getByRole('button', { name: 'Close chat' }).click();

    await visitor.getByRole('link', { name: 'Send a Message' }).click();
    await expect(visitor).toHaveURL(/\/contact$/);
    await expect(visitor.getByLabel('Full Name')).toHaveValue('Robin Marsh');
    await expect(visitor.getByLabel('Email Address')).toHaveValue('robin.far@customer.example');
    await expect(visitor.getByLabel('Subject')).toHaveValue('Do you come to L7C 1A1?');
    const message = visitor.getByRole('textbox', { name: 'Message', exact: true });
    await expect(message).toHaveValue(new RegExp(`Basic Wash \\(Sedan\\) on ${day}`));
    await expect(message).toHaveValue(/12 King Street, Caledon, ON L7C 1A1/);
    await visitor.getByRole('button', { name: 'Send Inquiry' }).click();
    await expect(visitor.getByText('Inquiry Sent!').first()).toBeVisible();
    await visitor.goBack();
    await expect(visitor.getByLabel('Street Address')).toHaveValue('12 King Street');
    await context.close();
  },
);
