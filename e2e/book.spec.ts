import {
  cards,
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
import { expect, test } from './fixtures/test.ts';

// (119.99 − 20.00) + 5 % + a tip of 12.50
const inFull = {
  email: 'in-full@customer.example',
  phone: '416 555 0135',
  coupon: 'NEWCUSTOMER20',
  tip: '12.50',
};

test(
  'a visitor books a Premium Detailing for an SUV with a coupon and a tip, and pays in full [S1.3, S1.5, S2.15]',
  { tag: '@embedded' },
  async ({ page, server }) => {
    await chooseService(page, 'Premium Detailing', 'SUV / Compact SUV');
    const { day } = await pickTime(page);
    await fillDetails(page, inFull);
    await page.getByRole('radio', { name: 'Pay in full online' }).check();
    const summary = page.getByRole('complementary', { name: 'Premium Detailing' });
    for (const amount of ['$119.99', '$20.00', '$5.00', '$12.50', '$117.49']) {
      await expect(summary.getByText(amount).first()).toBeVisible();
    }

    await continueToPayment(page, 'Pay in full online');
    await expect(page.getByText('$117.49').filter({ visible: true }).first()).toBeVisible();
    await payByCard(page, '$117.49');
    const bookingId = await expectConfirmed(page);
    await expect(page.getByText(day).first()).toBeVisible();
    await expect(page.getByText(bookingId).first()).toBeVisible();

    const mail = await receivedMail(server.origin, inFull.email, /is booked/);
    expect(mail.html).toContain('$117.49');
    expect(mail.text).toContain('$117.49');
    expect(mail.attachments.map((file) => file.contentType).join()).toContain('text/calendar');
    const link = /href="([^"]*\/my-bookings\?booking_id=[^"]*)"/.exec(mail.html)?.[1] ?? '';
    await page.goto(link.replaceAll('&amp;', '&'));
    await expect(page.getByText('Premium Detailing').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Cancel/ })).toBeVisible();
  },
);

test('paying the deposit charges that alone [S1.3, S6.5]', async ({ page, server }) => {
  const email = 'deposit@customer.example';
  await chooseService(page, 'Premium Detailing', 'SUV / Compact SUV');
  await pickTime(page);
  await fillDetails(page, { ...inFull, email, phone: '416 555 0136' });
  await continueToPayment(page, payDeposit);
  await payByCard(page, deposit);
  await expectConfirmed(page);
  const mail = await receivedMail(server.origin, email, /is booked/);
  expect(mail.html).toContain(deposit);
});

test(
  'a card that needs 3-D Secure pays after its confirmation',
  { tag: '@full' },
  async ({ page }) => {
    await chooseService(page, 'Basic Wash', 'Sedan');
    await pickTime(page);
    await fillDetails(page, { email: 'challenge@customer.example' });
    await continueToPayment(page, payDeposit);
    await payByCard(page, deposit, cards.challenge);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Complete' }).click();
    await expectConfirmed(page);
  },
);

test.describe('A declined card', () => {
  test.use({ expectedErrors: [/402/] });

  test('a declined card shows the reason and keeps the form, and a second card pays', async ({
    page,
  }) => {
    await chooseService(page, 'Basic Wash', 'Sedan');
    await pickTime(page);
    await fillDetails(page, { email: 'declined@customer.example' });
    await continueToPayment(page, payDeposit);
    await payByCard(page, deposit, cards.declined);
    await expect(page.getByText('Your card was declined.').first()).toBeVisible();
    await expect(page.getByLabel('Card number')).toHaveValue(cards.declined.number);
    await payByCard(page, deposit, cards.good);
    await expectConfirmed(page);
  });
});
