import type { Locator } from '@playwright/test';
import {
  createBooking,
  freeDay,
  payBooking,
  requestBooking,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { restOnSite } from './fixtures/booking-journey.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

test.describe('The owner', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test.beforeEach(async ({ page, server }) => {
    await resume(page, await signInByApi(server.origin));
  });

  const paidBooking = async (origin: string, bookingDate: string, email: string, name?: string) => {
    const booking = await createBooking(origin, { bookingDate, email, ...(name && { name }) });
    await payBooking(origin, booking);
    await verifyPayment(origin, booking.bookingId);
    return booking;
  };

  test('the owner takes a phone booking: it is confirmed, its customer gets the link, and its time is booked', async ({
    page,
    server,
  }) => {
    const bookingDate = freeDay();
    await page.goto(`/admin/bookings/new?date=${bookingDate}&time=12:00`);
    await page.getByRole('radio', { name: /^Premium Detailing/ }).check();
    await page.getByLabel('Full Name').fill('Pam Phone');
    await page.getByLabel('Phone').fill('905 555 0177');
    await page.getByLabel('Email Address').fill('pam@customer.example');
    await page.getByLabel('Car Model').fill('Honda Civic');
    await page.getByLabel('Car Year').fill('2021');
    await page.getByLabel('Street Address').fill('9 Elm Street');
    await page.getByLabel('City').fill('Caledon');
    await page.getByLabel('Postal Code').fill('l7c 1a1');
    await page.getByRole('radio', { name: 'Sedan' }).check();
    await expect(page.getByText('$99.99').last()).toBeVisible();
    await expect(page.getByRole('radio', { name: '12:00 PM' })).toBeChecked();
    await page.getByRole('button', { name: 'Book it' }).click();
    await expect(page.getByRole('heading', { name: 'Pam Phone' })).toBeVisible();
    await expect(page.getByText('Booked by phone by info@lustre.example')).toBeVisible();

    const mail = await receivedMail(server.origin, 'pam@customer.example', /booked/i);
    const [link = ''] = /http[^"]*\/my-bookings\?booking_id=[0-9a-f-]+/.exec(mail.html) ?? [];
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await expect(page.getByText(/Pay on site once/)).toBeVisible();
    const taken = await requestBooking(server.origin, { bookingDate, bookingTime: '12:00' });
    expect(taken.status).toBe(409);
  });

  test('a note typed in two tabs is kept in both, and the second one asks', async ({
    page,
    server,
  }) => {
    const { bookingId } = await createBooking(server.origin, { bookingDate: freeDay() });
    const second = await page.context().newPage();
    for (const [tab, text] of [
      [page, 'Gate 4411'],
      [second, 'Dog in the yard'],
    ] as const) {
      await tab.goto(`/admin/bookings/${bookingId}`);
      await tab.getByRole('textbox', { name: 'Note' }).fill(text);
    }
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByText('The private note is saved.')).toBeVisible();
    await second.getByRole('button', { name: 'Save note' }).click();
    await expect(second.getByText('Current note: Gate 4411')).toBeVisible();
    await expect(second.getByRole('textbox', { name: 'Note' })).toHaveValue('Dog in the yard');
    await second.getByRole('button', { name: 'Keep mine' }).click();
    await second.getByRole('button', { name: 'Save note' }).click();
    await expect(second.getByText('The private note is saved.')).toBeVisible();
    await second.reload();
    await expect(second.getByRole('textbox', { name: 'Note' })).toHaveValue('Dog in the yard');
  });

  test('the owner books a regular caller in at most 6 presses', async ({ page, server }) => {
    await paidBooking(server.origin, freeDay(), 'regular@customer.example', 'Rita Regular');
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    let presses = 0;
    const press = async (target: Locator) => {
      presses += 1;
      await target.click();
    };
    await press(page.getByRole('link', { name: 'New booking' }).first());
    await press(page.getByLabel('Full Name'));
    await page.keyboard.type('rita');
    await press(page.getByRole('button', { name: /^Rita Regular/ }));
    await expect(page.getByText(/^20\d\d .*Civic/)).toBeVisible();
    await expect(page.getByText('12 King Street, ', { exact: false })).toBeVisible();
    await press(
      page.getByRole('group', { name: 'Next available times' }).getByRole('radio').last(),
    );
    await expect(page.getByText('Due on site')).toBeVisible();
    await press(page.getByRole('button', { name: 'Book it' }));
    await expect(page.getByRole('heading', { name: 'Rita Regular' })).toBeVisible();
    expect(presses).toBeLessThanOrEqual(6);
    await page.getByRole('link', { name: 'Book again' }).click();
    await expect(page.getByRole('heading', { name: 'New booking' })).toBeVisible();
    await expect(page.getByText('Rita Regular')).toBeVisible();
    await page.getByRole('button', { name: /^Change/ }).click();
    await expect(page.getByRole('radio', { name: /Honda|Civic|20\d\d/ }).first()).toBeChecked();
    await expect(page.getByRole('radio', { name: /^12 King Street/ })).toBeChecked();

    await page.getByRole('button', { name: 'Another time' }).click();
    await page.getByLabel('Day').fill(freeDay());
    await page.getByRole('textbox', { name: 'Time' }).fill('07:15');
    await expect(page.getByText('Outside your opening hours.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Book anyway' }).click();
    await expect(page.getByRole('heading', { name: 'Rita Regular' })).toBeVisible();
    await expect(page.getByText(/7:15 AM/).first()).toBeVisible();
  });

  test(
    'the owner corrects a booking and writes to its customer, whose replies reach the business',
    { tag: '@full' },
    async ({ page, server }) => {
      const email = 'corrected@customer.example';
      const { bookingId } = await paidBooking(server.origin, freeDay(), 'typo@customer.example');
      await page.goto(`/admin/bookings/${bookingId}`);
      await page.getByRole('button', { name: 'Correct details' }).click();
      await page.getByLabel('Email Address').fill(email);
      await page.getByLabel('Gate code or access').fill('Code 12#');
      await page.getByRole('button', { name: 'Save corrections' }).click();
      await expect(page.getByText(`Email: typo@customer.example → ${email}`)).toBeVisible();
      await expect(page.getByText('Code 12#', { exact: true })).toBeVisible();
      const told = await receivedMail(server.origin, email, /changed/i);
      expect(told.html).toContain(`Email: ${email}`);
      const former = await receivedMail(server.origin, 'typo@customer.example', /changed/i);
      expect(former.html).not.toContain(email);

      await page.getByRole('button', { name: 'Send message' }).click();
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('We are running late.\nSee you at ten.');
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByText('Message to the customer')).toBeVisible();
      await expect(page.getByText('See you at ten.')).toBeVisible();
      const message = await receivedMail(server.origin, email, /About your booking/);
      expect(message.html).toContain('We are running late.');
      expect(message.replyTo).toContain('info@lustre.example');
    },
  );

  test(
    'the owner records a cash payment with a tip',
    { tag: '@full' },
    async ({ page, server }) => {
      const { bookingId } = await paidBooking(server.origin, freeDay(), 'cash@customer.example');
      await page.goto(`/admin/bookings/${bookingId}`);
      await page.getByRole('button', { name: `Record ${restOnSite()} payment` }).click();
      await page.getByLabel('Tip').fill('5');
      await page.getByRole('button', { name: `Record ${restOnSite(5)}` }).dblclick();
      await expect(page.getByText(`Paid ${restOnSite(5)}`)).toHaveCount(1);
      await expect(page.getByText('including a $5.00 tip')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add tip' })).toBeVisible();
    },
  );

  test('the owner sends a payment link, the customer pays the balance with a tip, and the booking is paid', async ({
    page,
    server,
  }) => {
    const email = 'later@customer.example';
    const { bookingId } = await paidBooking(server.origin, freeDay(), email);
    await page.goto(`/admin/bookings/${bookingId}`);
    await page.getByRole('button', { name: 'Send payment link' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send link' }).click();
    const mail = await receivedMail(server.origin, email, /^Pay /);
    const [link = ''] = /http[^"]*\/pay\?token=[0-9a-f]+/.exec(mail.html) ?? [];
    await page.goto(link);
    await page.getByRole('button', { name: '$10' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByLabel('Name on card').fill('Robin Marsh');
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Expiry date').fill('1240');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: `Pay ${restOnSite(10)}` }).click();
    await expect(page.getByRole('heading', { name: 'Paid in full. Thank you.' })).toBeInViewport();
    const receipt = await receivedMail(server.origin, email, /receipt/i);
    expect(receipt.html).toContain('$10.00');
    await page.goto(`/admin/bookings/${bookingId}`);
    await expect(page.getByText(`Paid online: ${restOnSite(10)}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send payment link' })).toHaveCount(0);
  });

  test('the owner changes what a visit was sold and its price, and refunds what is overpaid then', async ({
    page,
    server,
  }) => {
    const { bookingId } = await paidBooking(server.origin, freeDay(), 'sold@customer.example');
    await page.goto(`/admin/bookings/${bookingId}`);
    await page.getByRole('button', { name: 'Change visit' }).click();
    const form = page.getByRole('form', { name: 'Change visit' });
    await form.getByRole('radio', { name: /Premium Detailing/ }).check();
    await form.getByLabel('Agreed price before tax (optional)').fill('60');
    await expect(form.getByLabel('What changes')).toContainText('$40.00');
    await form.getByRole('button', { name: 'Save change' }).click();
    await expect(page.getByText('Visit changed by')).toBeVisible();
    await expect(page.getByText('Service: Basic Wash → Premium Detailing')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Record $40.00 payment' })).toBeVisible();
    const mail = await receivedMail(server.origin, 'sold@customer.example', /Details of your/);
    expect(mail.html).toContain('Total: $60.00');
    expect(mail.html).toContain('Still to pay: $40.00');

    await page.getByRole('button', { name: 'Change visit' }).click();
    await form.getByLabel('Agreed price before tax (optional)').fill('15');
    await expect(form.getByText('Overpaid')).toBeVisible();
    await form.getByRole('button', { name: 'Save change' }).click();
    await expect(page.getByRole('button', { name: 'Refund $5.00 overpaid' })).toBeVisible();
  });

  test('the owner refunds a part with a reason, then cancels with a chosen refund, and the card receives both', async ({
    page,
    server,
  }) => {
    const { bookingId } = await paidBooking(server.origin, freeDay(), 'part@customer.example');
    await page.goto(`/admin/bookings/${bookingId}`);
    const dialog = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('5');
    await page.getByLabel('Reason (optional)').fill('A seat stayed dirty');
    await page.getByRole('button', { name: 'Refund $5.00' }).click();
    await expect(dialog).toContainText('$5.00 is refunded to the card automatically.');
    await dialog.getByRole('button', { name: 'Refund $5.00' }).click();
    await expect(page.getByText('Refunded $5.00: A seat stayed dirty')).toBeVisible();
    const words = await receivedMail(server.origin, 'part@customer.example', /refunding you \$5/);
    expect(words.html).toContain('A seat stayed dirty');

    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await expect(dialog).toContainText('Under the policy, $15.00 is refunded now.');
    await dialog.getByLabel('Refund').fill('12.50');
    await dialog.getByRole('button', { name: 'Cancel booking' }).click();
    await expect(page.getByText('$17.50 is refunded to the card automatically.')).toBeVisible();
    await expect(page.getByText('$12.50 refunded')).toBeVisible();
    await expect(page.getByText('Refunded to the card', { exact: true })).toHaveCount(2);
    await expect(page.getByText('Refund: $15.00 → $12.50')).toBeVisible();
    const mail = await receivedMail(server.origin, 'part@customer.example', /cancel/i);
    expect(mail.html).toContain('$12.50');
  });
});
