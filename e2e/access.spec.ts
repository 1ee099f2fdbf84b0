import type { Locator, Page } from '@playwright/test';
import { expectEveryFocusSeen, tabTo } from './fixtures/keyboard.ts';
import { createBooking, freeDay, payBooking } from './fixtures/booking-api.ts';
import { cards, expectConfirmed, openDays } from './fixtures/booking-journey.ts';
import { expect, test } from './fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');
const told = (where: Locator, name: string) =>
  expect.soft(where).toMatchAriaSnapshot({ name: `${name}.aria.yml` });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('a booking is possible by keyboard only, and a screen reader gets the recorded text at each step', async ({
  page,
}) => {
  const { keyboard } = page;
  const fill = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label));
    await keyboard.type(text);
  };

  await page.goto('/');
  await tabTo(page, page.getByRole('radio', { name: 'Sedan' }));
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'SUV / Compact SUV' })).toBeChecked();
  await tabTo(page, button(page, 'Select Basic Wash'));
  await keyboard.press('Enter');
  await expect(page.getByText('Ready to Book?')).toBeVisible();
  await told(main(page), 'home');
  await tabTo(page, button(page, 'Schedule Now'));
  await keyboard.press('Enter');

  await expect(page).toHaveURL(/\/schedule$/);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await tabTo(page, button(page, 'Next month'));
  await keyboard.press('Enter');
  await tabTo(page, openDays(page).first());
  // A day may be full by now: then the next one.
  await expect(async () => {
    await keyboard.press('Enter');
    await expect(page.getByText(/\d times? available on/)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await tabTo(
    page,
    page
      .getByRole('group', { name: /^Times on/ })
      .getByRole('radio')
      .first(),
  );
  await keyboard.press('Space');
  await told(main(page), 'schedule');

  await fill('Full Name', 'Robin Marsh');
  await fill('Email Address', 'keyboard@customer.example');
  await fill('Phone', '4165550134');
  await fill('Car Model', 'Honda CR-V');
  await fill('Car Year', '2019');
  await fill('Street Address', '12 King Street');
  await fill('City', 'Caledon');
  await fill('Province', 'Ont');
  await fill('Postal Code', 'L7C 1A1');
  await told(main(page), 'details');
  await tabTo(page, button(page, 'Continue to Payment'));
  await keyboard.press('Enter');

  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await told(main(page), 'checkout');
  await fill('Card number', cards.good.number.replaceAll(' ', ''));
  await fill('Expiry date', '1240');
  await fill('Security code', '123');
  await tabTo(page, button(page, 'Pay $20.00'));
  await keyboard.press('Enter');

  await expectConfirmed(page);
  await told(main(page), 'confirmation');
  await expectEveryFocusSeen(page);
});

test('a booking is found and its cancellation opened by keyboard only, with the recorded text for a screen reader', async ({
  page,
  server,
}) => {
  const { keyboard } = page;
  const email = 'keyboard@customer.example';
  const booking = await createBooking(server.origin, { bookingDate: freeDay(), email });
  await payBooking(server.origin, booking);
  await page.goto('/my-bookings');
  await tabTo(page, page.getByLabel('Email Address'));
  await keyboard.type(email);
  await tabTo(page, page.getByLabel('Booking ID'));
  await keyboard.type(booking.bookingId);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Basic Wash' })).toBeFocused();
  await told(main(page), 'my-bookings');
  await tabTo(page, page.getByRole('button', { name: 'Cancel', exact: true }));
  await keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/^If you cancel now, we refund/)).toBeVisible();
  await told(question, 'cancel-question');
  await expectEveryFocusSeen(page, question);
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
});
