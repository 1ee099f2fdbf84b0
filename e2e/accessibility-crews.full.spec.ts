import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessibility.ts';
import {
  createBooking,
  freeDay,
  localDate,
  payBooking,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { crewDay, crews, crewsForVisit, workOfVisit } from './fixtures/crew-day.ts';
import { answer, fail, failedAnswer } from './fixtures/failing-backend.ts';
import { newCustomer, resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ reducedMotion: 'reduce', expectedErrors: [failedAnswer] });

const rpc = (name: string) => `**/rest/v1/rpc/${name}`;
const refused = (code: string) => ({ code: 'PT404', message: code });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();

test('the day of a crew is accessible: no crew, unavailable, empty, each state of a visit, its forms', async ({
  page,
  server: { origin },
}) => {
  test.slow();
  const heading = page.getByRole('heading', { level: 1 });
  await resume(page, await newCustomer(origin, 'axe-crew@customer.example'));
  await page.goto('/crew');
  await expect(heading).toHaveText('No crew');
  await expectAccessible(page, 'a person without a crew');
  const mend = await fail(page, rpc('crew_days'));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page, 'the day of a crew out of reach');
  await mend();

  const isEmpty = await answer(page, rpc('crew_days'), { ...crewDay(), visits: [] });
  await page.reload();
  await expect(page.getByText('No visits today.', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a crew without visits');
  await isEmpty();
  await answer(page, rpc('crew_days'), crewDay());
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(7);
  await expectAccessible(page, 'the day of a crew');

  const visit = page.getByRole('article', { name: '11:00 PM, Ada Lane' });
  await visit.getByRole('button', { name: /^Record payment/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Record payment' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Amount' }).fill('900');
  await press(page, /^Record \$900/);
  await expect(page.getByText(/^Only \$45\.00 is due/)).toBeVisible();
  await expectAccessible(page, 'a payment to a crew that is too much');
  await answer(page, rpc('visit_work'), workOfVisit());
  await visit.getByRole('button', { name: /^Photos and checklist/ }).press('Enter');
  await expect(page.getByText('1 of 2 not ticked').first()).toBeVisible();
  await expectAccessible(page, 'the work of a crew on a visit');
});

test('the crews are accessible to the owner: unavailable, listed, new, edited, with members, removed', async ({
  page,
  server: { origin },
}) => {
  test.slow();
  await resume(page, await signInByApi(origin));
  const mend = await fail(page, rpc('crews_page'));
  await page.goto('/admin/crews');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page, 'the crews out of reach');
  await mend();
  await answer(page, rpc('crews_page'), crews());
  await page.reload();
  const card = page.getByRole('article', { name: 'North van' });
  await expect(card).toBeVisible();
  await expectAccessible(page, 'the crews');

  await fail(page, rpc('add_crew'));
  await page.getByLabel(/^Name of the crew/).fill('South van');
  await press(page, 'Add crew');
  await expect(page.getByText('Not added')).toBeVisible();
  await expectAccessible(page, 'a new crew that was not added');
  await expect(page.getByLabel(/^Name of the crew/)).toHaveValue('South van');

  await answer(page, rpc('invite_crew_member'), refused('email_invalid'), 400);
  await fail(page, rpc('remove_crew_member'));
  await fail(page, rpc('withdraw_crew_invitation'));
  await card.getByLabel('Email address').fill('nobody');
  await card.getByRole('button', { name: 'Add member' }).click();
  await expect(card.getByText('Please enter a valid email address.')).toBeVisible();
  await card.getByRole('button', { name: /^Remove hubert/ }).click();
  await expect(card.getByText('Not removed')).toBeVisible();
  await card.getByRole('button', { name: /^Withdraw/ }).click();
  await expect(card.getByText('Not withdrawn')).toBeVisible();
  await expectAccessible(page, 'members of a crew with mistakes');

  await fail(page, rpc('save_crew'));
  await card.getByRole('button', { name: /^Edit crew/ }).press('Enter');
  await expect(card.getByRole('heading', { name: 'Edit North van' })).toBeFocused();
  await card.getByRole('button', { name: 'Save crew' }).click();
  await expect(card.getByRole('alert').first()).toBeVisible();
  await expectAccessible(page, 'a crew that could not be saved');
  await card.getByRole('button', { name: /^Remove crew/ }).press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'the question before a crew is removed');
});

test('changing the crew of a visit is accessible: a free crew, and none', async ({
  page,
  server: { origin },
}) => {
  const booking = await createBooking(origin, { bookingDate: freeDay() });
  await payBooking(origin, booking);
  await verifyPayment(origin, booking.bookingId);
  await resume(page, await signInByApi(origin));
  const isFree = await answer(page, rpc('crews_for_visit'), crewsForVisit(true));
  await page.goto(`/admin/bookings/${booking.bookingId}`);
  await press(page, 'Change crew');
  const form = page.getByRole('form', { name: 'Change crew' });
  await expect(form.getByRole('radio', { name: /^North van/ })).toBeChecked();
  await expectAccessible(page, 'another crew for a visit');
  await isFree();
  await answer(page, rpc('crews_for_visit'), crewsForVisit(false));
  await page.reload();
  await press(page, 'Change crew');
  await expect(form.getByText(/^No other crew can take it at this time/)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Change crew' })).toHaveCount(0);
  await expectAccessible(page, 'no other crew for a visit');
});

test('what a device has to send is accessible: nothing, not sent, refused, and the question before', async ({
  page,
  server: { origin },
}) => {
  const owner = await signInByApi(origin);
  await resume(page, owner);
  await page.goto('/admin/to-send');
  await expect(page.getByText('Everything is sent.')).toBeVisible();
  await expectAccessible(page, 'nothing to send');
  await fail(page, rpc('do_visit_operation'));
  await storeOperations(page, owner.user.id);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(6);
  await expectAccessible(page, 'what a device has to send');
  await page
    .getByRole('button', { name: /^Discard ?: Cash/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'the question before a payment is discarded');
});

/** As if they had been done on this device: two that were not sent, and four that the server refused. */
async function storeOperations(page: Page, account: string) {
  const bookingId = '9d1f0c5e-4b7e-4a55-9a54-0b8c5f1f2a99';
  const common = { account, bookingId, basedOn: {}, visit: 'Ada Byron, 9:00 AM' };
  const state = {
    status: 'deposit_paid',
    booking_date: localDate(3),
    booking_time: '09:00',
    mark: null,
    due_cents: 4500,
    note: { text: 'Gate 4.', version: 2 },
  };
  const cash = { method: 'cash', amount_cents: 6000, tip_cents: 1000 };
  const operations = [
    { kind: 'payment', input: cash },
    { kind: 'done', input: {}, refused: { code: 'visit_moved', visit: state } },
    { kind: 'payment', input: cash, refused: { code: 'amount_too_large', visit: state } },
    {
      kind: 'note',
      input: { text: 'Ring twice.' },
      refused: { code: 'note_changed', visit: state },
    },
    { kind: 'no_show', input: {}, refused: { code: 'booking_not_found', visit: null } },
    { kind: 'undo_mark', input: {} },
  ].map((one, index) => ({ ...common, ...one, key: `key-${index}`, madeAt: Date.now() }));
  await page.evaluate(
    (stored) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('unsent-operations');
        opening.onerror = () => reject(opening.error ?? new Error('no store'));
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('operations', 'readwrite');
          for (const one of stored) transaction.objectStore('operations').put(one);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    operations,
  );
}
