import type { Page } from '@playwright/test';
import { formatDate } from '../domain/time-format.ts';
import { answered, localDate, post } from './fixtures/booking-api.ts';
import { chooseService } from './fixtures/booking-journey.ts';
import { signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

async function openDay(page: Page, date: string) {
  const day = page.getByRole('button', { name: new RegExp(formatDate(date)) });
  const nextMonth = page.getByRole('button', { name: 'Next month' });
  await expect(nextMonth).toBeVisible();
  while (!(await day.isVisible())) await nextMonth.click();
  await day.click();
}

test('time off hides the times at once from a customer who is choosing, and ending it shows them again', async ({
  page,
  server,
}) => {
  const date = localDate(60);
  const { access_token: token } = await signInByApi(server.origin);
  const asOwner = (name: string, body: object) =>
    post(server.origin, `/rest/v1/rpc/${name}`, body, { authorization: `Bearer ${token}` });
  const takeOff = async (from_time: string | null) =>
    answered<{ ids: string[] }>(
      await asOwner('add_time_off', {
        from_day: date,
        from_time,
        until_day: date,
        until_time: null,
        reason: 'Dentist',
      }),
    );
  const time = (name: string) => page.getByRole('radio', { name, exact: true });

  await chooseService(page, 'Basic Wash', 'Sedan');
  await openDay(page, date);
  await time('3:00 PM').check();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  await page.getByLabel('Full Name').fill('Robin Marsh');

  // Nobody touches the page from here on, and it asks by itself only once a minute.
  const { ids: afternoon } = await takeOff('12:00');
  await expect(page.getByRole('alert')).toContainText('That time is no longer open');
  await expect(time('9:00 AM')).toBeVisible();
  await expect(time('12:00 PM')).toBeHidden();
  await expect(time('3:00 PM')).toBeHidden();
  await expect(page.getByLabel('Full Name')).toHaveValue('Robin Marsh');

  const { ids: wholeDay } = await takeOff(null);
  await expect(page.getByText(/^No open times on/)).toBeVisible();

  for (const claim_id of [...afternoon, ...wholeDay]) {
    expect((await asOwner('remove_time_off', { claim_id })).ok).toBe(true);
  }
  await expect(time('12:00 PM')).toBeVisible();
});
