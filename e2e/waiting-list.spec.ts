import {
  createBooking,
  freeDay,
  payBooking,
  post,
  requestBooking,
  verifyPayment,
} from './fixtures/booking-api.ts';
import {
  chooseService,
  continueToPayment,
  deposit,
  expectConfirmed,
  payByCard,
  payDeposit,
} from './fixtures/booking-journey.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/test.ts';

const nameOfMonth = (day: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

test('a customer joins the waiting list of a full day, a cancellation offers the time to the first in line, who books it', async ({
  page,
  server: { origin },
}) => {
  const day = freeDay();
  const paid = async (bookingTime: string) => {
    const email = `full-${bookingTime.slice(0, 2)}@customer.example`;
    const booking = await createBooking(origin, { bookingDate: day, bookingTime, email });
    await payBooking(origin, booking);
    await verifyPayment(origin, booking.bookingId);
    return booking.bookingId;
  };
  const morning = await paid('09:00');
  await Promise.all([paid('12:00'), paid('15:00')]);

  await chooseService(page, 'Basic Wash', 'Sedan');
  const month = page.getByRole('status').filter({ hasText: nameOfMonth(day) });
  while (!(await month.isVisible())) {
    await page.getByRole('button', { name: 'Next month' }).click();
  }
  await page.getByRole('button', { name: 'Join the Waiting List' }).click();
  await page.getByRole('combobox', { name: 'Day' }).selectOption(day);
  await page.getByLabel('Your Name').fill('Wren Hall');
  await page.getByLabel('Your Email').fill('wren@customer.example');
  await page.getByLabel('Your Phone Number').fill('905 555 0188');
  await page.getByRole('button', { name: 'Join the List' }).click();
  await expect(page.getByText('You are on the waiting list')).toBeVisible();

  await post(origin, '/functions/v1/cancel-booking', { bookingId: morning });
  const mail = await receivedMail(
    origin,
    'wren@customer.example',
    /^A time is available: .*9:00 AM$/,
  );
  const other = await requestBooking(origin, { bookingDate: day, email: 'late@customer.example' });
  expect(other.status).toBe(409);

  const [link = ''] = /http\S+\/schedule\?offer=[0-9a-f]{64}/.exec(mail.text) ?? [];
  await page.goto(link);
  await expect(page.getByText(/is held for you until/)).toBeVisible();
  await expect(page.getByRole('radio', { name: '9:00 AM', exact: true })).toBeChecked();
  await expect(page.getByLabel('Full Name')).toHaveValue('Wren Hall');
  await page.getByLabel('Car Model').fill('Honda CR-V');
  await page.getByLabel('Car Year').fill('2019');
  await page.getByLabel('Street Address').fill('12 King Street');
  await page.getByLabel('City').fill('Caledon');
  await page.getByLabel('Postal Code').fill('L7C 1A1');
  await continueToPayment(page, payDeposit);
  await payByCard(page, deposit);
  await expectConfirmed(page);
});
