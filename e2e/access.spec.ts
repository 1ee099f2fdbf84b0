import type { Locator, Page } from '@playwright/test';
import { layoutFaultsOf } from './fixtures/accessibility.ts';
import { expectEveryFocusSeen, tabTo } from './fixtures/keyboard.ts';
import { enlargeText, enlargeTextAlone, expectWholeText } from './fixtures/larger-text.ts';
import { forcedColourFaults, motionFaults } from './fixtures/preferences.ts';
import { createBooking, freeDay, payBooking } from './fixtures/booking-api.ts';
import {
  cards,
  chooseService,
  continueToPayment,
  expectConfirmed,
  fillDetails,
  payByCard,
  pickTime,
} from './fixtures/booking-journey.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

const main = (page: Page) => page.getByRole('main');
const told = (where: Locator, name: string) =>
  expect.soft(where).toMatchAriaSnapshot({ name: `${name}.aria.yml` });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('a booking is made by the keyboard alone, and each step is told as it was recorded', async ({
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
  await tabTo(page, page.getByRole('gridcell').getByRole('button', { disabled: false }).first());
  // A day that others have filled meanwhile offers none: then the one after it.
  await expect(async () => {
    await keyboard.press('Enter');
    await expect(page.getByText(/\d times? open on/)).toBeVisible({ timeout: 2000 });
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

test('a booking is looked up and asked to be cancelled by the keyboard alone, and told as it was recorded', async ({
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
  await expect(question.getByText('gives you back')).toBeVisible();
  await told(question, 'cancel-question');
  await expectEveryFocusSeen(page, question);
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
});

test('in forced colours, what can be pressed, is chosen or has the focus is still told apart', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  await button(page, 'Select Basic Wash').click();
  expect.soft(await forcedColourFaults(page), 'home').toEqual([]);
  await button(page, 'Schedule Now').click();
  await button(page, 'Show the first open day').or(button(page, 'Next month')).first().click();
  await page.getByRole('gridcell').getByRole('button', { disabled: false }).first().click();
  await page
    .getByRole('group', { name: /^Times on/ })
    .getByRole('radio')
    .first()
    .check();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  expect.soft(await forcedColourFaults(page), 'the schedule').toEqual([]);
  for (const path of ['/contact', '/login', '/my-bookings', '/leave-review']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect.soft(await forcedColourFaults(page), path).toEqual([]);
  }
});

test('with reduced motion, nothing moves by itself, passes over or scrolls along', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  expect.soft(await motionFaults(page), 'home').toEqual([]);
  await button(page, 'Select Basic Wash').click();
  await page.getByRole('radio', { name: 'SUV / Compact SUV' }).check();
  expect.soft(await motionFaults(page), 'a chosen package').toEqual([]);
  await button(page, 'Schedule Now').click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  expect.soft(await motionFaults(page), 'the schedule').toEqual([]);
  for (const path of ['/reviews', '/gallery', '/my-bookings']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect.soft(await motionFaults(page), path).toEqual([]);
  }
});

const everybodysPages = [
  '/',
  '/gallery',
  '/reviews',
  '/contact',
  '/login',
  '/my-bookings',
  '/leave-review',
];
const ownersPages = [
  '',
  '/bookings',
  '/money',
  '/customers',
  '/inquiries',
  '/reviews',
  '/gallery',
  '/templates',
].map((area) => `/admin${area}`);
const widths = [1280, 390];

const expectWholeTextAtBoth = async (page: Page, state: string) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectWholeText(page, `${state} at ${width} pixels`);
  }
};

test('with text of twice the size, nothing on a public page is cut, lies over another or leaves the screen', async ({
  page,
}) => {
  await enlargeTextAlone(page);
  for (const path of everybodysPages) {
    await page.goto(path);
    await expectWholeTextAtBoth(page, path);
  }
});

test('with a browser set to text of twice the size, every public page follows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await enlargeText(page);
  for (const path of everybodysPages) {
    await page.goto(path);
    await expectWholeText(page, path);
  }
});

test('with text of twice the size, nothing on the steps of a booking is cut or lies over another', async ({
  page,
}) => {
  await enlargeTextAlone(page);
  await chooseService(page, 'Premium Detailing', 'SUV / Compact SUV');
  await pickTime(page);
  await expectWholeTextAtBoth(page, 'the schedule and the details');
  await fillDetails(page, { email: 'large-text@customer.example', tip: '10' });
  await continueToPayment(page, 'Pay $20 deposit');
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectWholeTextAtBoth(page, 'checkout');
  await payByCard(page, '$20.00');
  await expectConfirmed(page);
  await expectWholeTextAtBoth(page, 'the confirmation');
});

// As narrow as a desk is whose page is enlarged four times.
test('at 320 pixels, no screen of a visitor or of the owner scrolls sideways', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const look = async (path: string) => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Seven days side by side leave each 41 pixels there, so only the width is asked about.
    const tooWide = (await layoutFaultsOf(page)).filter((fault) => fault.endsWith('too wide'));
    expect.soft(tooWide, path).toEqual([]);
  };
  for (const path of everybodysPages) {
    await page.goto(path);
    await look(path);
  }
  await chooseService(page, 'Basic Wash', 'Sedan');
  await pickTime(page);
  await look('the schedule and the details');
  await resume(page, await signInByApi(server.origin));
  for (const path of ownersPages) {
    await page.goto(path);
    await look(path);
  }
});
