import { localDate, nameOfDay } from './fixtures/booking-api.ts';
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
import { expect, test } from './fixtures/test.ts';

const dayMs = 24 * 3_600_000;

const devices = [
  { name: 'a day ahead, and in Auckland', offMs: dayMs, timezoneId: 'Pacific/Auckland' },
  { name: 'a day behind', offMs: -dayMs, timezoneId: 'America/Vancouver' },
];

for (const { name, offMs, timezoneId } of devices) {
  test.describe(`A device that is ${name}`, { tag: '@full' }, () => {
    test.use({ timezoneId });

    test('books, pays and gets its refund by the clock of the business', async ({ page }) => {
      await page.clock.install({ time: Date.now() + offMs });
      await chooseService(page, 'Basic Wash', 'Sedan');
      const today = page.getByRole('gridcell', { name: /today/i });
      await expect(today).toHaveAccessibleName(new RegExp(nameOfDay(localDate(0))));
      const { day } = await pickTime(page);
      await fillDetails(page, { email: `off-by${offMs}@customer.example` });
      await continueToPayment(page, payDeposit);

      const countdown = page.getByRole('timer');
      await expect(countdown).toContainText(/for you: 1[45]:\d\d/);
      await page.reload();
      await expect(countdown).toContainText(/for you: 1[345]:\d\d/);
      await payByCard(page, deposit);
      const bookingId = await expectConfirmed(page);
      await expect(page.getByText(day).first()).toBeVisible();

      await page.goto(`/my-bookings?booking_id=${bookingId}`);
      await expect(page.getByText('Upcoming').first()).toBeVisible();
      await expect(page.getByText(day).first()).toBeVisible();
      await page.getByRole('button', { name: /^Cancel/ }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(`If you cancel now, we refund ${deposit}.`);
      await expect(question).toContainText('at least 24 hours before your appointment');
    });
  });
}
