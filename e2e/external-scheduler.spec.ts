import { localDate } from './fixtures/booking-api.ts';
import {
  chooseService,
  continueToPayment,
  fillDetails,
  pickTime,
} from './fixtures/booking-journey.ts';
import { startSchedulingPage } from './fixtures/scheduling-page.ts';
import { expect, test, type Site } from './fixtures/test.ts';

const pickedDate = localDate(30);
// 9:00 in Toronto, with the offset that day has there.
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

  test('Cal.com says when: its time is taken into the details, its price is not', async ({
    page,
  }) => {
    await chooseService(page, 'Basic Wash', 'Sedan', server.origin);
    const frame = page.getByTitle('Pick a time for Basic Wash');
    await expect(frame).toHaveCSS('height', '800px');
    await frame.contentFrame().getByRole('button', { name: 'Cal.com: book' }).click();
    await expect(page.getByText(/at 9:00 AM/).first()).toBeVisible();
    await fillDetails(page, { email: 'cal@customer.example' });
    await continueToPayment(page, 'Pay $20 deposit');
    await expect(page.getByRole('button', { name: 'Pay $20.00' })).toBeVisible();
  });

  test(
    'Calendly does not: the visitor says it, and on the way back the page knows them',
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

  test('A message from anywhere else counts for nothing', async ({ page }) => {
    await chooseService(page, 'Basic Wash', 'Sedan', server.origin);
    await expect(page.getByTitle('Pick a time for Basic Wash')).toBeVisible();
    await page.evaluate(() => {
      window.postMessage({ event: 'calendly.event_scheduled', payload: {} }, '*');
    });
    // The page's own frame still answers afterwards, so the first message was seen and ignored.
    await expect(page.getByLabel('Full Name')).toBeHidden();
    await expect(page.getByTitle('Pick a time for Basic Wash')).toBeVisible();
  });
});
