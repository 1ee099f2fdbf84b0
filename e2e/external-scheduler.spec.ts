import { localDate } from './fixtures/booking-api.ts';
import {
  chooseService,
  continueToPayment,
  deposit,
  fillDetails,
  payDeposit,
  pickTime,
} from './fixtures/booking-journey.ts';
import { startSchedulingPage } from './fixtures/scheduling-page.ts';
import { expect, test, type Site } from './fixtures/test.ts';

const pickedDate = localDate(30);
// 9:00 in Toronto, with that day's offset.
const offset = new Intl.DateTimeFormat('en', {
  timeZone: 'America/Toronto',
  timeZoneName: 'longOffset',
})
  .formatToParts(new Date(`${pickedDate}T14:00:00Z`))
  .find((part) => part.type === 'timeZoneName')
  ?.value.replace('GMT', '');

test.describe('With an external scheduling page', () => {
  let scheduling: Awaited<ReturnType<typeof startSchedulingPage>>;
  let server: Site;

  test.beforeAll(async ({ startSite }) => {
    scheduling = await startSchedulingPage(`${pickedDate}T09:00:00${offset ?? ''}`);
    server = await startSite({
      SCHEDULING_PAGES: JSON.stringify({ default: scheduling.address }),
    });
  });
  test.afterAll(async () => {
    await server.stop();
    await scheduling.stop();
  });

  test("takes the time of Cal.com's message, but not its price", async ({ page }) => {
    await chooseService(page, 'Basic Wash', 'Sedan', server.origin);
    const frame = page.getByTitle('Pick a time for Basic Wash');
    await expect(frame).toHaveCSS('height', '800px');
    await frame.contentFrame().getByRole('button', { name: 'Cal.com: book' }).click();
    await expect(page.getByText(/at 9:00 AM/).first()).toBeVisible();
    await fillDetails(page, { email: 'cal@customer.example' });
    await continueToPayment(page, payDeposit);
    await expect(page.getByRole('button', { name: `Pay ${deposit}` })).toBeVisible();
  });

  test(
    'asks the visitor for the time of a Calendly booking, and recognizes the visitor on return',
    { tag: '@full' },
    async ({ page }) => {
      await chooseService(page, 'Basic Wash', 'Sedan', server.origin);
      const frame = page.getByTitle('Pick a time for Basic Wash');
      await frame.contentFrame().getByRole('button', { name: 'Calendly: schedule event' }).click();
      await pickTime(page);
      await fillDetails(page, { email: 'calendly@customer.example' });
      await page.getByRole('button', { name: 'Back to the scheduling page' }).click();
      const query = frame.contentFrame().locator('#query');
      await expect(query).toContainText('email=calendly@customer.example');
      await expect(query).toContainText('name=Robin Marsh');
    },
  );

  test('ignores a message from any other origin', async ({ page }) => {
    await chooseService(page, 'Basic Wash', 'Sedan', server.origin);
    await expect(page.getByTitle('Pick a time for Basic Wash')).toBeVisible();
    await page.evaluate(() => {
      window.postMessage({ event: 'calendly.event_scheduled', payload: {} }, '*');
    });
    // The page's own frame still answers afterwards, so the first message was received and ignored.
    await expect(page.getByLabel('Full Name')).toBeHidden();
    await expect(page.getByTitle('Pick a time for Basic Wash')).toBeVisible();
  });
});
