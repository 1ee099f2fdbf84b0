import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessibility.ts';
import {
  createBooking,
  freeDay,
  localDate,
  payBooking,
  post,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { answer, fail, failedAnswer } from './fixtures/failing-backend.ts';
import { chooseService, fillDetails, pickTime, restOnSite } from './fixtures/booking-journey.ts';
import {
  carOfToday,
  dayOf,
  paymentToLookAt,
  mileage,
  rainDay,
  routeOf,
  rainOffer,
  waitingOffer,
  waitingPerson,
} from './fixtures/owner-day.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ reducedMotion: 'reduce', expectedErrors: [failedAnswer] });

const [phone, desk] = [[320, 390], [1280]] as const;

const rpc = (name: string) => `**/rest/v1/rpc/${name}`;
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();

async function paidBooking(origin: string, bookingDate: string, email: string) {
  const booking = await createBooking(origin, { bookingDate, email });
  await payBooking(origin, booking);
  await verifyPayment(origin, booking.bookingId);
  return booking.bookingId;
}

test('the owner’s day and calendar are accessible, and the calendar works by keyboard', async ({
  page,
  server: { origin },
}) => {
  const day = freeDay();
  await paidBooking(origin, day, 'axe-calendar@customer.example');
  await resume(page, await signInByApi(origin));

  await answer(page, rpc('owner_dashboard'), dayOf([carOfToday(), carOfToday({ isOver: true })]));
  await page.goto('/admin');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expectAccessible(page, 'the owner’s day');
  await answer(page, rpc('owner_dashboard'), dayOf([]));
  await page.reload();
  await expect(page.getByText('No visits today')).toBeVisible();
  await expectAccessible(page, 'a day without cars', phone);

  const event = page.getByRole('button', { name: /Robin Marsh/ });
  const shown = page.getByRole('heading', { level: 2 }).first();
  await page.goto(`/admin/bookings?view=day&day=${day}`);
  await expect(event).toBeVisible();
  await expectAccessible(page, 'a day of the calendar', phone);
  const dialog = page.getByRole('dialog');
  const timeOff = page.getByRole('main').getByRole('button', { name: 'Block time' });
  await timeOff.press('Enter');
  await dialog.getByRole('button', { name: 'Block this time' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.locator(':focus'), 'the dialog keeps the focus').toHaveCount(1);
  await dialog.getByLabel('From').fill('');
  await dialog.getByRole('button', { name: 'Block this time' }).press('Enter');
  await expect(dialog.getByLabel('From')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'time off with a mistake', phone);
  await page.keyboard.press('Escape');
  await expect(timeOff).toBeFocused();

  await event.press('Enter');
  await expect(dialog).toContainText('Robin Marsh');
  await dialog.getByRole('button', { name: 'Move booking' }).press('Enter');
  await dialog.getByRole('button', { name: 'Move booking', exact: true }).press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('choose another one');
  await expectAccessible(page, 'a booking being moved');
  await dialog.getByLabel('Time').fill('12:00');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(event).toContainText('12:00');
  await expect(event.or(shown).and(page.locator(':focus'))).toBeVisible();

  for (const view of ['week', 'month']) {
    await page.goto(`/admin/bookings?view=${view}&day=${day}`);
    await expect(event.first()).toBeVisible();
    await expectAccessible(page, `a ${view} of the calendar`);
  }
  await page.goto('/admin/bookings?view=list&order=soonest&status=booked');
  await expect(page.getByRole('list', { name: 'Bookings' })).toBeVisible();
  await expectAccessible(page, 'the list of bookings');
  await page.getByLabel('Search bookings').fill('nobody is called so');
  await expect(page.getByText('No matching bookings.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('No results');
  await fail(page, rpc('calendar_range'));
  await page.goto('/admin/bookings?view=week');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page, 'the calendar out of reach', phone);
});

test('the owner’s actions on a booking are accessible: its page, forms, dialogs, receipt, and a phone booking', async ({
  page,
  server: { origin },
}) => {
  const bookingId = await paidBooking(origin, freeDay(), 'axe-owned@customer.example');
  await resume(page, await signInByApi(origin));
  await page.goto(`/admin/bookings/${bookingId}`);
  await press(page, `Record ${restOnSite()} payment`);
  await expect(page.getByRole('heading', { name: 'Record payment' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Amount' }).fill('500');
  await press(page, /^Record \$500/);
  await expect(page.getByText(new RegExp(`^Only \\${restOnSite()} is due`))).toBeVisible();
  await expectAccessible(page, 'the page of a booking, with a payment that is too much');
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Actions' })).toBeFocused();
  const cancel = page.getByRole('button', { name: 'Cancel booking' });
  await cancel.press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Refund').fill('900');
  await question.getByRole('button', { name: 'Cancel booking' }).press('Enter');
  await expect(question.getByLabel('Refund')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'the question before a booking is cancelled');
  await page.keyboard.press('Escape');
  await expect(cancel).toBeFocused();

  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('article', { name: /^Receipt/ })).toBeVisible();
  await expectAccessible(page, 'a receipt');

  await page.goto(`/admin/bookings/new?date=${freeDay()}&time=12:00`);
  await expect(page.getByRole('radio', { name: '12:00 PM' })).toBeChecked();
  await press(page, 'Book it');
  await expect(page.getByText('Please enter the phone number.').first()).toBeVisible();
  await expectAccessible(page, 'a booking by phone with mistakes');
  await press(page, 'Another time');
  await page.getByRole('textbox', { name: 'Time' }).fill('05:45');
  await expect(page.getByRole('button', { name: 'Book anyway' })).toBeVisible();
  await expectAccessible(page, 'a booking by phone outside the opening hours');
});

test('the owner’s route and mileage are accessible', async ({ page, server: { origin } }) => {
  await resume(page, await signInByApi(origin));
  const day = freeDay();
  await answer(page, rpc('owner_route'), routeOf(day));
  await page.goto(`/admin/route?day=${day}`);
  await expect(page.getByText('Tight: 5 min to spare')).toBeVisible();
  await expectAccessible(page, 'a route');
  await answer(page, rpc('mileage_log'), mileage());
  await page.goto('/admin/mileage');
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click();
  await page.getByLabel('Kilometres').fill('far');
  await press(page, 'Save kilometres');
  await expect(page.getByText('Please enter a number from 0 to 2,000.')).toBeVisible();
  await expectAccessible(page, 'the mileage log, with a mistake');
});

test('the owner’s times, rain days and waiting list are accessible', async ({
  page,
  server: { origin },
}) => {
  const day = freeDay();
  await paidBooking(origin, day, 'axe-rained@customer.example');
  await resume(page, await signInByApi(origin));
  await page.goto('/admin/time');
  await press(page, /^Monday/);
  await press(page, 'Block time');
  await expect(page.getByLabel('From', { exact: true })).toBeFocused();
  await press(page, 'Block this time');
  await expect(page.getByLabel('From', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('New bookings, days ahead').fill('many');
  await press(page, 'Save');
  await expect(page.getByText('Please check the fields marked in red.')).toBeVisible();
  await expectAccessible(page, 'the times, with mistakes');
  await page.getByRole('form', { name: 'Block time' }).getByText('Cancel').press('Enter');
  await expect(page.getByRole('heading', { name: 'Blocked time' })).toBeFocused();

  await answer(page, rpc('rain_days_with_answers'), rainDay());
  await page.goto('/admin/time');
  await page.goto(`/admin/rain-day?day=${day}`);
  await expect(page.getByRole('list', { name: 'Times to offer' })).toBeVisible();
  await expect(page.getByText('1 of 3 settled')).toBeVisible();
  await expectAccessible(page, 'a rain day, with answers to another one');
  const callOff = page.getByRole('button', { name: 'Mark rain day' });
  await callOff.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'the question before a day is called off', phone);
  await page.keyboard.press('Escape');
  await expect(callOff).toBeFocused();

  await answer(page, rpc('waiting_list_of_days'), [
    waitingPerson(day, 'offered'),
    waitingPerson(day, 'waiting'),
    waitingPerson(localDate(60), 'booked'),
  ]);
  await page.goto('/admin/waiting-list');
  await expect(page.getByText('A time is held for the customer.')).toBeVisible();
  await expectAccessible(page, 'the waiting list');
});

test('the owner’s travel settings are accessible: mistakes, an example, and the question before', async ({
  page,
  server: { origin },
}) => {
  const day = freeDay();
  await paidBooking(origin, day, 'axe-travel@customer.example');
  await resume(page, await signInByApi(origin));
  await page.goto('/admin/travel');
  await page.getByLabel('Postal code of the base').fill('L7C 1A1');
  await page.getByLabel('Average speed, km/h').fill('fast');
  await press(page, 'Save');
  await expect(page.getByLabel('Average speed, km/h')).toBeFocused();
  await page.getByLabel('From postal code').fill('L7C 1A1');
  await page.getByLabel('To postal code').fill('L1H 4E4');
  await expect(page.getByText(/Between two visits there must be/)).toBeVisible();
  await expectAccessible(page, 'the travel settings, with a mistake');
  await page.getByLabel('Average speed, km/h').fill('10');
  await page.getByLabel('Leaves the base at').fill('11:50');
  const lever = page.getByRole('switch', { name: 'Travel times' });
  await lever.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Switch travel on?' })).toContainText(
    'Robin Marsh',
  );
  await expectAccessible(page, 'the question before travel is switched on', phone);
  await page.keyboard.press('Escape');
  await expect(lever).toBeFocused();
  await expect(lever).not.toBeChecked();
  await press(page, 'Save');
  await expect(page.getByRole('region', { name: 'Recent changes' })).toContainText('50 → 10');
  await expectAccessible(page, 'the travel settings, with late visits');
});

test('the owner’s reports are accessible: figures, tables, a failure, and days without visits', async ({
  page,
  server: { origin },
}) => {
  const day = freeDay();
  await paidBooking(origin, day, 'axe-reports@customer.example');
  await resume(page, await signInByApi(origin));
  await page.goto(`/admin/reports?from=${day}&until=${day}`);
  await expect(page.getByRole('region', { name: 'By service, as a table' })).toBeVisible();
  await expectAccessible(page, 'the reports');
  await page.getByRole('button', { name: 'Save by service as CSV' }).focus();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe(`services-${day}-to-${day}.csv`);

  await page.goto('/admin/reports?from=2020-01-01&until=2020-01-02');
  await expect(page.getByText('No add-ons were sold on these days.')).toBeVisible();
  await expectAccessible(page, 'reports without visits', phone);
  await fail(page, rpc('visit_report'));
  await page.reload();
  await expect(page.getByText('Could not load the reports for these days.')).toBeVisible();
  await expectAccessible(page, 'reports that could not be loaded', phone);
});

test('the owner’s money is accessible: figures and charts, payments that need attention, and none', async ({
  page,
  server: { origin },
}) => {
  await paidBooking(origin, freeDay(), 'axe-money@customer.example');
  await resume(page, await signInByApi(origin));
  await page.goto('/admin/money');
  const chart = page.getByRole('img', { name: /^Bar chart of what was received/ });
  await expect(chart).toBeVisible();
  await page.getByText('Show as table').click();
  await expect(page.getByRole('table', { name: 'Revenue over time' })).toBeVisible();
  await page.getByLabel('Until').fill('2020-01-01');
  await press(page, 'Show');
  await expect(page.getByLabel('Until')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'the money, with days the wrong way round');

  await page.goto('/admin/payments');
  await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible();
  await expectAccessible(page, 'no payment that needs a look', desk);
  await answer(page, rpc('payments_to_look_at'), paymentToLookAt());
  await page.reload();
  await press(page, 'Accept as it is');
  await press(page, 'Accept');
  const note = page.getByRole('alertdialog').getByLabel(/^Note/);
  await expect(note).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'the question before a payment is accepted', phone);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Accept as it is' })).toBeFocused();
  await expectAccessible(page, 'a payment that needs a look');
});

test('held-back inquiries and reviews are accessible to the owner', async ({
  page,
  server: { origin },
}) => {
  const sent = { created_at: '2026-12-01T15:04:00Z', booking_id: null, status: 'held_back' };
  const inquiry = { ...sent, id: 'one', name: 'Robin Marsh', email: 'r@customer.example' };
  const subject = 'Engine bay';
  await answer(page, rpc('find_inquiries'), {
    inquiries: [{ ...inquiry, subject, beginning: 'Is it included?' }],
    next: null,
    counts: { new: 31, answered: 2, closed: 0, held_back: 1000 },
  });
  await answer(page, rpc('inquiry_page'), {
    ...inquiry,
    subject,
    message: 'Is it included?',
    booking: null,
    changes: [],
  });
  await resume(page, await signInByApi(origin));
  await page.goto('/admin/inquiries?state=held_back');
  await expect(page.getByRole('radio', { name: 'Held back 999+' })).toBeChecked();
  await expectAccessible(page, 'the held-back inquiries');
  const deleteAll = page.getByRole('button', { name: 'Delete all held back' });
  await deleteAll.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('You can’t undo this.');
  await expectAccessible(page, 'the question before held-back inquiries are deleted', phone);
  await page.keyboard.press('Escape');
  await expect(deleteAll).toBeFocused();
  await page.getByRole('link', { name: /^Engine bay/ }).click();
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible();
  await expectAccessible(page, 'a held-back inquiry');

  await answer(page, /\/rest\/v1\/reviews\?.*is_held_back=eq\.true/, [
    {
      ...{ id: 'one', customer_name: 'Robin Marsh', rating: 1, comment: 'Buy this.' },
      ...{ photo_url: null, photo_width: null, photo_height: null },
      ...{ is_approved: false, is_held_back: true, created_at: sent.created_at },
    },
  ]);
  await page.goto('/admin/reviews');
  await expect(page.getByRole('heading', { name: 'Held back (1)' })).toBeVisible();
  await expectAccessible(page, 'the held-back reviews');
});

test('the owner’s customers, by email and by phone, inquiries, emails and calendar addresses are accessible', async ({
  page,
  server: { origin },
}) => {
  const email = 'axe-forgotten@customer.example';
  const bookingId = await paidBooking(origin, freeDay(), email);
  await post(origin, '/functions/v1/cancel-booking', { bookingId });
  const inquiry = { name: 'Robin Marsh', email, message: 'Hello?\nIs it raining?' };
  await post(origin, '/rest/v1/inquiries', {
    ...inquiry,
    subject: 'An axe',
    booking_id: bookingId,
  });
  await resume(page, await signInByApi(origin));

  await page.goto('/admin/customers');
  await page.getByLabel('Search customers').fill(email);
  const customers = page.getByRole('main').getByRole('list', { name: 'Customers' });
  await expect(customers.getByRole('link')).toHaveCount(1);
  await expectAccessible(page, 'the customers');
  await page.getByRole('link', { name: new RegExp(email) }).click();
  const erase = page.getByRole('button', { name: 'Erase customer data' });
  await expect(erase).toBeVisible();
  await expectAccessible(page, 'a customer’s page');
  await erase.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('stay in your books');
  await expectAccessible(page, 'the question before a person is erased', phone);
  await page.keyboard.press('Escape');
  await expect(erase).toBeFocused();

  const figures = {
    ...{ visits: 3, no_shows: 1, last_visit: localDate(-9), next_visit: null, spend_cents: 13500 },
    owed_cents: 0,
    cars: ['2019 Honda Civic', '2022 Volvo XC60'],
  };
  const caller = { phone: '+19055550188', name: 'Ada Lane' };
  const listed = { ...figures, ...caller, last_booked_at: `${localDate(-9)}T12:00:00Z` };
  const found = await answer(page, rpc('find_all_customers'), {
    customers: [{ ...listed, has_note: true }],
    next: null,
  });
  await page.goto('/admin/customers');
  await expect(page.getByRole('list', { name: 'Customers' })).toContainText('Ada Lane');
  await expectAccessible(page, 'the customers with one by phone');
  await found();
  await page.getByLabel('Search customers').fill('nobody is called so');
  await expect(page.getByText(/^No customers match/)).toBeVisible();
  await expectAccessible(page, 'no customer found');
  await answer(page, rpc('phone_customer_page'), {
    ...{ ...figures, ...caller, note: 'Gate 4.', note_version: 1 },
    first_booked_at: `${localDate(-99)}T12:00:00Z`,
    bookings: [
      {
        ...{ id: bookingId, booking_date: localDate(-9), booking_time: '09:00' },
        ...{ service_name: 'Basic Wash', car_year: 2019, car_model: 'Honda Civic' },
        ...{ status: 'paid', total_cents: 4500, done_at: null, no_show_at: null },
        due_cents: 0,
      },
    ],
  });
  await page.goto('/admin/phone-customers?phone=%2B19055550188&name=Ada%20Lane');
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lane' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Bookings' })).toBeVisible();
  await expectAccessible(page, 'a customer by phone');

  await page.goto('/admin/inquiries');
  const asked = page.getByRole('link', { name: /^An axe/ });
  await expect(asked).toBeVisible();
  await expectAccessible(page, 'the inquiries');
  await asked.click();
  await expect(page.getByRole('heading', { level: 1, name: 'An axe' })).toBeFocused();
  await press(page, 'Mark as answered');
  await expect(page.getByRole('status').filter({ hasText: /^Answered\.$/ })).toBeVisible();
  await expectAccessible(page, 'an inquiry');

  await page.goto('/admin/mail');
  await expect(page.getByRole('switch', { name: 'Reminder' })).toBeChecked();
  const request = page.getByRole('region', { name: 'Review request' });
  await request.getByLabel('Hours after the visit').fill('never');
  await request.getByRole('button', { name: 'Save' }).click();
  await expect(request.getByLabel('Hours after the visit')).toBeFocused();
  await expectAccessible(page, 'the mail settings');
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole('navigation', { name: 'Administration' });
  await bar.getByRole('button', { name: /^More/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible();
  await expectAccessible(page, 'every area in the sheet', phone);
  await page.keyboard.press('Escape');
  await expect(bar.getByRole('button', { name: /^More/ })).toBeFocused();
  await page.goto('/admin/calendar-feed');
  await press(page, 'Create address');
  await expect(page.getByText(/^Please enter a name/)).toBeVisible();
  await expectAccessible(page, 'no name for a calendar address', desk);
  await page.getByLabel(/^Name/).fill('My axe');
  await press(page, 'Create address');
  await expect(page.getByText(/calendar-feed\?token=/)).toBeVisible();
  await expectAccessible(page, 'a calendar address that was just made', phone);
  await press(page, 'Revoke My axe');
  await page.getByRole('button', { name: 'Revoke address', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Calendar addresses' })).toBeFocused();
});

test('the pages behind email links are accessible: new times after rain, a held time, unsubscribing', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/rain?token=nobody');
  await expect(heading).toHaveText('This link is no longer valid.');
  await expectAccessible(page, 'a rain link of nobody', phone);
  await answer(page, rpc('rain_offer'), rainOffer('asked'));
  await page.goto('/rain?token=somebody');
  await press(page, 'Confirm This Time');
  await expect(page.getByRole('alert')).toHaveText('Please choose one of the times first.');
  await expectAccessible(page, 'other times after rain, none chosen');
  await press(page, 'None of These Suit Me');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'the question before times are let go', phone);
  await answer(page, rpc('decline_rain_times'), rainOffer('declined'));
  await answer(page, rpc('rain_offer'), rainOffer('declined'));
  await page.getByRole('button', { name: 'Decline These Times' }).press('Enter');
  await expect(heading).toHaveText('Thanks, we’ll find you another time.');
  await expect(heading).toBeFocused();
  await expectAccessible(page, 'no time suits', phone);

  await answer(page, rpc('waiting_offer'), waitingOffer('held'));
  await page.goto('/waiting-list?token=somebody');
  await expect(heading).toHaveText('Not the right time?');
  await expectAccessible(page, 'a held time to be given away', phone);
  await page.getByRole('link', { name: 'Book This Time' }).click();
  await expect(page.getByText(/is held for you until/)).toBeVisible();
  await expectAccessible(page, 'a held time in the schedule', phone);
  await page.getByRole('link', { name: 'Pass on this time' }).click();
  await answer(page, rpc('decline_waiting_offer'), waitingOffer('lapsed'));
  await page.getByRole('button', { name: 'Pass on This Time' }).press('Enter');
  await expect(heading).toHaveText('You passed on this time.');
  await expect(heading).toBeFocused();

  await page.goto('/unsubscribe?token=nobody');
  await expect(heading).toHaveText('We couldn’t find this link.');
  await expectAccessible(page, 'a link of nobody', phone);
  const choice = (isSubscribed: boolean) => ({ address: 'ro…@customer.example', isSubscribed });
  await answer(page, '**/functions/v1/unsubscribe', choice(true));
  await page.goto('/unsubscribe?token=somebody');
  await expect(heading).toHaveText('Unsubscribe from review requests?');
  await expectAccessible(page, 'no more requests', phone);
  await answer(page, '**/functions/v1/unsubscribe', choice(false));
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await expect(heading).toHaveText('You are unsubscribed.');
  await expect(heading).toBeFocused();
  await expectAccessible(page, 'unsubscribed', desk);
});

test('a full day and a car outside the service area are accessible in the schedule', async ({
  page,
}) => {
  const nextMonth = new Date(Date.now() + 31 * 86_400_000).toISOString().slice(0, 7);
  const taken = ['09:00', '12:00', '15:00'].map((time) => ({
    booking_date: `${nextMonth}-28`,
    booking_time: time,
    service_name: 'Basic Wash',
    duration_minutes: 90,
    crew: 1,
  }));
  await answer(page, /\/rest\/v1\/booked_slots\?/, taken);
  await page.route(rpc('opening_rules'), async (route) => {
    const response = await route.fetch();
    const rules = (await response.json()) as object;
    await route.fulfill({ response, json: { ...rules, servedPrefixes: ['M5V'] } });
  });
  await chooseService(page, 'Basic Wash', 'Sedan');
  await pickTime(page);
  const waiting = page.getByRole('button', { name: 'Join the Waiting List' });
  await fillDetails(page, { email: 'axe-far@customer.example' });
  await waiting.click();
  await press(page, 'Join the List');
  await expect(page.getByLabel('Your Name')).toBeFocused();
  await expect(page.getByText('We don’t serve L7C 1A1 yet')).toBeVisible();
  await press(page, 'Continue to Payment');
  await expect(page.getByText('outside the area we serve')).toBeVisible();
  await expectAccessible(page, 'a waiting list with mistakes, and a car too far away');
  await answer(page, '**/functions/v1/join-waiting-list', { joined: true });
  await page.getByLabel('Your Name').fill('Wren Hall');
  await page.getByLabel('Your Email').fill('wren@customer.example');
  await page.getByLabel('Your Phone Number').fill('905 555 0188');
  await press(page, 'Join the List');
  const joined = page.getByRole('status').filter({ hasText: 'You are on the waiting list' });
  await expect(joined).toBeVisible();
  await expect(joined.locator('xpath=..')).toBeFocused();
});

test('the screens of the business are accessible, with forms, mistakes and unpublished changes', async ({
  page,
  server: { origin },
}) => {
  await resume(page, await signInByApi(origin));
  await page.goto('/admin/services');
  await press(page, 'Edit Basic Wash');
  await page.getByLabel('Sedan').fill('none');
  await press(page, 'Save draft');
  await expect(page.getByLabel('Sedan')).toBeFocused();
  await expectAccessible(page, 'a service with a mistake');
  await page.getByLabel('Sedan').fill('66');
  await press(page, 'Save draft');
  const bar = page.getByRole('region', { name: 'Unpublished changes' });
  await bar.getByText('Unpublished changes: 1').click();
  await expectAccessible(page, 'the services with unpublished changes');
  for (const [path, heading] of [
    ['/admin/services/classes', 'Vehicle classes'],
    ['/admin/services/add-ons', 'Add-ons'],
    ['/admin/rules', 'Prices and rules'],
    ['/admin/coupons', 'Coupons'],
    ['/admin/business', 'Business'],
    ['/admin/business/history', 'History'],
  ] as const) {
    await page.goto(path);
    await expect(bar).toBeVisible();
    await expectAccessible(page, heading, phone);
  }
  await page.goto('/admin/coupons');
  await press(page, 'Add coupon');
  await expectAccessible(page, 'a new coupon', desk);
  await press(page, 'Discard');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(bar).toBeHidden();
});
