import { expectAccessible } from './fixtures/accessibility.ts';
import { localDate } from './fixtures/booking-api.ts';
import {
  cards,
  chooseService,
  continueToPayment,
  deposit,
  expectConfirmed,
  fillDetails,
  openDays,
  payByCard,
  payDeposit,
  pickTime,
} from './fixtures/booking-journey.ts';
import { answer, fail, failedAnswer } from './fixtures/failing-backend.ts';
import { changeTexts } from './fixtures/text-messages.ts';
import { expect, test } from './fixtures/test.ts';

const expired = { error: { code: 'hold_lapsed', message: 'The time of this booking has lapsed.' } };

test.describe('With reduced motion', () => {
  test.use({ reducedMotion: 'reduce', expectedErrors: [/status of 4\d\d/] });

  test('every step of a booking is accessible, including mistakes and a refused card', async ({
    page,
    server,
  }) => {
    test.slow();
    await changeTexts(server.origin, { is_on: true });
    await chooseService(page, 'Premium Detailing', 'SUV / Compact SUV');
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await expectAccessible(page, 'choosing a day');
    await pickTime(page);
    await expect(page.getByRole('checkbox', { name: /^Text me about/ })).toBeVisible();
    await expectAccessible(page, 'the details, with the consent to texts');
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(page.getByText('Please enter your full name.').first()).toBeVisible();
    await expectAccessible(page, 'the details with mistakes');
    await fillDetails(page, {
      email: 'axe-booking@customer.example',
      phone: '416 555 0196',
      coupon: 'NEWCUSTOMER20',
      tip: '10',
    });
    await continueToPayment(page, payDeposit);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await expectAccessible(page, 'checkout');
    await page.getByRole('button', { name: `Pay ${deposit}` }).click();
    await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'checkout with mistakes');
    await payByCard(page, deposit, cards.declined);
    await expect(page.getByText(/declined/i).first()).toBeVisible();
    await expectAccessible(page, 'checkout with a refused card');
    const mend = await answer(page, '**/functions/v1/create-payment-intent', expired, 409);
    await page.reload();
    await expect(page.getByText('This time is no longer available')).toBeVisible();
    await expectAccessible(page, 'checkout once the time is gone');
    await mend();
    await page.reload();
    await payByCard(page, deposit);
    await expectConfirmed(page);
    await expectAccessible(page, 'the confirmation');
    await changeTexts(server.origin, { is_on: false });
  });

  test('times that depend on the place are accessible: asked, refused, outside, with a visit nearby', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(failedAnswer);
    await page.route('**/rest/v1/rpc/opening_rules', async (route) => {
      const response = await route.fetch();
      const rules = (await response.json()) as object;
      const travel = { needsPlace: true, timesFrom: 'server', servedPrefixes: ['L7C'] };
      await route.fulfill({ response, json: { ...rules, ...travel } });
    });
    await chooseService(page, 'Basic Wash', 'Sedan');
    const code = page.getByLabel('Postal Code').first();
    await expect(code).toBeVisible();
    await expectAccessible(page, 'the place of a booking');
    await code.fill('nowhere');
    await page.getByRole('button', { name: 'Show times' }).click();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'a wrong place');
    await code.fill('M5V 3L9');
    await page.getByRole('button', { name: 'Show times' }).click();
    await expect(page.getByText('We don’t serve M5V 3L9 yet')).toBeVisible();
    await expectAccessible(page, 'a place outside the area');

    const mend = await fail(page, '**/functions/v1/open-times');
    await code.fill('L7C 1A1');
    await page.getByRole('button', { name: 'Show times' }).click();
    await expect(page.getByText('We couldn’t load the available times.')).toBeVisible();
    await expectAccessible(page, 'the times of a place out of reach');
    await mend();
    const days = [1, 2, 3, 8, 9, 10].map((ahead) => ({
      date: localDate(ahead),
      times: ['09:00', '12:00', '15:00'],
      none: null,
      nearby: ['12:00'],
    }));
    await answer(page, '**/functions/v1/open-times', { days, nearbyDiscountCents: 1000 });
    await page.getByRole('button', { name: 'Try again' }).click();
    await openDays(page).first().click();
    await expect(page.getByText('We’re nearby, $10.00 off')).toBeVisible();
    await page.getByRole('radio', { name: /^12:00 PM/ }).check();
    await expectAccessible(page, 'times with a visit nearby');
  });
});
