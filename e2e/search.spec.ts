import type { Page } from '@playwright/test';
import { createBooking, freeDay, payBooking, post, verifyPayment } from './fixtures/booking-api.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

/** A customer with a paid booking and an inquiry, whom no other test has. */
async function prepare(page: Page, origin: string, name: string) {
  const email = `${name.split(' ')[0]?.toLowerCase()}@search.example`;
  const booking = await createBooking(origin, { bookingDate: freeDay(), email, name });
  await payBooking(origin, booking);
  await verifyPayment(origin, booking.bookingId);
  const inquiry = { name, email, subject: `Boat of ${name}`, message: 'Do you wash boats?' };
  const sent = await post(origin, '/rest/v1/inquiries', { ...inquiry, booking_id: null });
  expect(sent.status).toBe(201);
  await resume(page, await signInByApi(origin));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const groups = [
  ['Bookings', /\/admin\/bookings\//],
  ['Customers', /\/admin\/customers\//],
  ['Inquiries', /\/admin\/inquiries\//],
  ['Payments', /\/admin\//],
] as const;

// Today has boxes of its own: the arrivals at its visits.
const searchBox = (page: Page) => page.getByRole('combobox', { name: /^Search customers/ });

const groupOf = (page: Page, name: string) =>
  page.getByRole('listbox').getByRole('group', { name });

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the owner finds a booking, a customer, an inquiry and a payment by keyboard', async ({
    page,
    server: { origin },
  }) => {
    await prepare(page, origin, 'Quentin Searchable');
    for (const [group, address] of groups) {
      await page.keyboard.press('/');
      await expect(searchBox(page)).toBeFocused();
      await page.keyboard.type('quentin');
      const wanted = groupOf(page, group).getByRole('option').first();
      await expect(wanted).toBeVisible();
      const options = await page.getByRole('listbox').getByRole('option').count();
      for (let step = 0; step < options; step += 1) {
        if ((await wanted.getAttribute('aria-selected')) === 'true') break;
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
      await expect(searchBox(page)).toBeHidden();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('main')).toContainText('Quentin Searchable');
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test(
    'the owner finds a booking, a customer, an inquiry and a payment by touch',
    { tag: '@full' },
    async ({ page, server: { origin } }) => {
      await prepare(page, origin, 'Petra Findable');
      for (const [group, address] of groups) {
        await page.getByRole('button', { name: 'Search' }).tap();
        await searchBox(page).fill('petra');
        await groupOf(page, group).getByRole('option').first().tap();
        await expect(page).toHaveURL(address);
        await expect(page.getByRole('main')).toContainText('Petra Findable');
      }
    },
  );
});
