import {
  chooseService,
  continueToPayment,
  deposit,
  fillDetails,
  payDeposit,
  pickTime,
} from './fixtures/booking-journey.ts';
import { serveFakeStripe } from './fixtures/fake-stripe.ts';
import { expect, test, type Site } from './fixtures/test.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_not_a_real_key',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_not_a_real_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_not_a_real_secret',
};

test.describe('With Stripe keys', () => {
  let server: Site;

  test.beforeAll(async ({ startSite }) => {
    server = await startSite(keys);
  });
  test.afterAll(async () => {
    await server.stop();
  });

  test("Stripe's own fields take the card: a declined one shows the reason, the next one pays [S2.69]", async ({
    page,
  }) => {
    await serveFakeStripe(page);
    // Requests to the provider are answered here.
    await page.route('**/functions/v1/create-payment-intent', (route) =>
      route.fulfill({ json: { clientSecret: 'pi_fake_secret_fake', paymentIntentId: 'pi_fake' } }),
    );
    await page.route('**/functions/v1/verify-payment', (route) =>
      route.fulfill({ json: { payment: 'processing', bookingStatus: 'pending_payment' } }),
    );
    await chooseService(page, 'Basic Wash', 'Sedan', server.origin);
    await pickTime(page);
    await fillDetails(page, { email: 'elements@customer.example' });
    await continueToPayment(page, payDeposit);
    await expect(page.getByText(/sandbox/i)).toHaveCount(0);

    await page.getByLabel('Card number').fill('4000000000000002');
    await page.getByRole('button', { name: `Pay ${deposit}` }).click();
    await expect(page.getByText('Your card was declined.').first()).toBeVisible();

    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByRole('button', { name: `Pay ${deposit}` }).click();
    await expect(page).toHaveURL(/\/booking-confirmation\?.*payment_status=deposit_paid/);
  });

  test(
    'an instalment provider that declines leads back to the checkout, which says so',
    { tag: '@full' },
    async ({ page }) => {
      await serveFakeStripe(page);
      await page.route('**/functions/v1/create-payment-intent', (route) =>
        route.fulfill({
          json: {
            clientSecret: 'pi_fake_secret_fake',
            paymentIntentId: 'pi_fake',
            methods: ['card', 'klarna'],
          },
        }),
      );
      await page.route('**/functions/v1/verify-payment', (route) =>
        route.fulfill({
          json: { payment: 'unpaid', bookingStatus: 'pending_payment', declinedBy: 'klarna' },
        }),
      );
      await chooseService(page, 'Basic Wash', 'Sedan', server.origin);
      await pickTime(page);
      await fillDetails(page, { email: 'elements-later@customer.example' });
      await continueToPayment(page, payDeposit);
      const logos = page.getByRole('list', { name: 'Instalment providers' }).getByRole('listitem');
      await expect(logos).toHaveText(['Klarna']);

      await page.getByLabel('Card number').fill('klarna');
      await page.getByRole('button', { name: `Pay ${deposit}` }).click();
      await expect(page).toHaveURL(/\/checkout$/);
      await expect(
        page.getByText('Klarna declined the payment. Nothing was charged.').first(),
      ).toBeVisible();
      await expect(page.getByRole('timer')).toContainText('We are holding');
      await expect(page.getByLabel('Card number')).toBeVisible();
    },
  );

  test('/mailbox is closed to other people', async ({ page }) => {
    const answer = await page.request.get(`${server.origin}/mailbox.json`);
    expect(answer.headers()['content-type']).not.toContain('application/json');
  });
});
