import { freeDay, post } from './fixtures/booking-api.ts';
import {
  chooseService,
  continueToPayment,
  deposit,
  expectConfirmed,
  fillDetails,
  payByCard,
  payDeposit,
  pickTime,
} from './fixtures/booking-journey.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { changeTexts, textsTo } from './fixtures/text-messages.ts';
import { expect, test } from './fixtures/test.ts';

// The mailbox answers 401 with its sign-in.
test.use({ expectedErrors: [/status of 401/] });

const email = 'texted@customer.example';

test('a customer who agrees gets a text, and after the reply STOP emails only', async ({
  page,
  server,
  browser,
}) => {
  const owner = await signInByApi(server.origin);
  await changeTexts(server.origin, { quiet_from: '23:59', quiet_until: '00:00' });
  await resume(page, owner);
  await page.goto('/admin/texts');
  await page.getByRole('switch', { name: 'Send text messages' }).click();
  await expect(page.getByText('Text messages are switched on.').first()).toBeVisible();

  const customer = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await chooseService(customer, 'Basic Wash', 'Sedan');
  await pickTime(customer);
  await fillDetails(customer, { email, phone: '416 555 0177' });
  await customer.getByRole('checkbox', { name: /^Text me about this appointment/ }).check();
  await continueToPayment(customer, payDeposit);
  await payByCard(customer, deposit);
  const bookingId = await expectConfirmed(customer);

  const texts = () => textsTo(server.origin, '+14165550177');
  await expect.poll(texts, { timeout: 20_000 }).toHaveLength(1);
  await page.goto('/mailbox/sign-in');
  await page.getByLabel('Email').fill('info@lustre.example');
  await page.getByLabel('Password').fill('a password for tests');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const text = page.getByRole('listitem').filter({ hasText: 'To +14165550177' });
  const find = async () => {
    await customer.goto('/my-bookings');
    await customer.getByLabel('Email Address').fill(email);
    await customer.getByLabel('Booking ID').fill(bookingId);
    await customer.getByRole('button', { name: 'Find Booking' }).click();
  };
  await find();
  await expect(customer.getByText(/^We text/)).toBeVisible();
  await expect(text).toContainText(/^.*Lustre Mobile Detailing: .*Reply STOP to end\.$/m);
  await text.getByRole('textbox', { name: 'Reply' }).fill('Stop');
  await text.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Reply sent.')).toBeVisible();
  await find();
  await expect(customer.getByText(/^The phone ending in 0177 replied STOP/)).toBeVisible();

  const moved = await post(
    server.origin,
    '/rest/v1/rpc/move_booking',
    {
      target_booking_id: bookingId,
      new_date: freeDay(),
      new_time: '13:00',
      anyway: true,
    },
    { authorization: `Bearer ${owner.access_token}` },
  );
  expect(moved.ok).toBe(true);
  await receivedMail(server.origin, email, /moved|new time|rescheduled/i);
  expect(await texts()).toHaveLength(1);
  await changeTexts(server.origin, { is_on: false });
  await customer.context().close();
});
