import { expectAccessible } from './fixtures/accessibility.ts';
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
import { answer } from './fixtures/failing-backend.ts';
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
});
