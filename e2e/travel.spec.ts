import type { Locator, Page } from '@playwright/test';
import {
  answered,
  createBooking,
  freeDay,
  nameOfDay,
  payBooking,
  post,
  verifyPayment,
} from './fixtures/booking-api.ts';
import {
  chooseService,
  continueToPayment,
  deposit,
  expectConfirmed,
  fillDetails,
  payByCard,
  payDeposit,
} from './fixtures/booking-journey.ts';
import { signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

const caledon = 'L7C 1A1';
/** An hour and a half by car. */
const oshawa = 'L1H 4E4';

test.use({ viewport: { width: 390, height: 844 } });

test('where travel counts, a customer says where first, sees what the van can reach, and books a time nearby for less', async ({
  page,
  server: { origin },
}) => {
  const { access_token: token } = await signInByApi(origin);
  const setTravel = async (changes: object) =>
    answered<unknown>(
      await post(
        origin,
        '/rest/v1/rpc/change_travel',
        { changes },
        { authorization: `Bearer ${token}` },
      ),
    );
  const day = freeDay();
  const standing = await createBooking(origin, { bookingDate: day, bookingTime: '12:00' });
  await payBooking(origin, standing);
  await verifyPayment(origin, standing.bookingId);
  await setTravel({
    isOn: true,
    basePostalCode: caledon,
    nearbyMinutes: 20,
    nearbyDiscountCents: 1000,
  });

  await chooseService(page, 'Basic Wash', 'Sedan');
  const place = page.getByRole('textbox', { name: /^Postal Code/ });
  const show = page.getByRole('button', { name: 'Show times' });
  await place.fill('L7C');
  await show.click();
  await expect(place).toHaveAttribute('aria-invalid', 'true');
  await place.fill(oshawa);
  await show.click();
  // A visit at noon leaves no way to Oshawa before it or after it.
  await expect(await dayOnScreen(page, day)).toBeDisabled();

  await page.getByRole('button', { name: 'Change the postal code' }).click();
  await place.fill(caledon);
  await show.click();
  await (await dayOnScreen(page, day)).click();
  const times = page.getByRole('group', { name: /^Times on/ });
  const near = times.getByRole('radio', { name: /^3:00.*We’re nearby, \$10\.00 off/ });
  await near.check();
  await fillDetails(page, { email: 'near@customer.example', phone: '416 555 0191' });
  await expect(page.getByText('We’re nearby').first()).toBeVisible();
  await continueToPayment(page, payDeposit);
  await payByCard(page, deposit);
  await expectConfirmed(page);

  // The tests after this one know no travel.
  await setTravel({ isOn: false });
});

/** A day of the calendar, which begins with the month of the first open one. */
async function dayOnScreen(page: Page, day: string): Promise<Locator> {
  const button = page.getByRole('gridcell').getByRole('button', { name: nameOfDay(day) });
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(async () => {
    if (!(await button.isVisible())) {
      await page.getByRole('button', { name: 'Next month' }).click();
      await expect(button).toBeVisible({ timeout: 2000 });
    }
  }).toPass();
  return button;
}
