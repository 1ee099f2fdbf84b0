import {
  answered,
  createBooking,
  freeDay,
  payBooking,
  post,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { newCustomer, resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

test(
  'the owner erases a customer without bookings ahead, with the account, and the records stay',
  { tag: '@full' },
  async ({ page, server }) => {
    const email = 'forget-me@customer.example';
    await newCustomer(server.origin, email);
    const booking = await createBooking(server.origin, { bookingDate: freeDay(), email });
    await payBooking(server.origin, booking);
    await verifyPayment(server.origin, booking.bookingId);

    await resume(page, await signInByApi(server.origin));
    await page.goto('/admin/mail');
    await expect(page.getByRole('switch', { name: 'Reminder' })).toBeChecked();
    await page.goto('/admin/customers');
    const customers = page.getByRole('main').getByRole('list', { name: 'Customers' });
    await expect(customers).toBeVisible();
    await page.getByLabel('Search customers').fill('forget-me');
    // Until then the row may still move, when rows above it leave the list.
    await expect(customers.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('link', { name: /forget-me@customer\.example/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Robin Marsh' })).toBeFocused();
    await expect(page.getByText('This customer’s data can’t be erased yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Erase customer data' })).toBeHidden();

    await answered(
      await post(server.origin, '/functions/v1/cancel-booking', { bookingId: booking.bookingId }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Erase customer data' }).click();
    const question = page.getByRole('alertdialog', { name: 'Erase Robin Marsh?' });
    await expect(question).toContainText('1 booking and the payments stay in your books');
    await expect(question).toContainText('The account is deleted');
    await question.getByRole('button', { name: 'Erase data' }).click();

    await expect(page).toHaveURL(/\/admin\/customers$/);
    await page.getByLabel('Search customers').fill('forget-me@customer.example');
    await expect(page.getByText('No customers match “forget-me@customer.example”.')).toBeVisible();
    await page.getByRole('link', { name: /Show other data/ }).click();
    await expect(page.getByRole('heading', { name: 'Customer not found' })).toBeVisible();

    const again = await post(server.origin, '/auth/v1/token?grant_type=password', {
      email,
      password: 'a good secret',
    });
    expect(again.status, 'the account is gone').toBe(400);
  },
);
