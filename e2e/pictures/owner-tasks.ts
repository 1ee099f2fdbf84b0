import { type Locator, type Page } from '@playwright/test';
import { launchChromium } from '../fixtures/chromium.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { book, hassan, lucy, marie, priya, tom } from './day-of-bookings.ts';
import { ownerAt, phone } from './owner-at.ts';

/*
 * Counts the presses and the fields of the owner's usual tasks on a phone, each from /admin, and prints them for the
 * table of docs/owners-day.md.
 */
const [today, tomorrow] = ['2026-10-06', '2026-10-07'] as const;

const folder = await temporaryFolder();
const browser = await launchChromium();
const rows: { task: string; presses: number; fields: number }[] = [];

class Hand {
  presses = 0;
  fields = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async press(target: Locator) {
    this.presses += 1;
    await target.click();
  }
  button = (name: string | RegExp, within: Page | Locator = this.page) =>
    this.press(within.getByRole('button', { name, exact: typeof name === 'string' }).first());
  link = (name: string | RegExp, within: Page | Locator = this.page) =>
    this.press(within.getByRole('link', { name, exact: typeof name === 'string' }).first());
  async type(target: Locator, text: string) {
    this.fields += 1;
    await target.fill(text);
  }
  async area(name: string) {
    await this.press(
      this.page.getByRole('navigation', { name: 'Administration' }).getByText('More'),
    );
    await this.link(name, this.page.getByRole('dialog', { name: 'More' }));
  }
}

async function task(page: Page, name: string, steps: (hand: Hand) => Promise<void>) {
  await page.goto('/admin');
  await page.getByRole('article').first().waitFor();
  const hand = new Hand(page);
  await steps(hand);
  rows.push({ task: name, presses: hand.presses, fields: hand.fields });
}

async function theTasks(page: Page) {
  const toasts = page.getByRole('status');
  await task(page, 'Mark a visit done and record cash', async (hand) => {
    await hand.button(/^Mark done.*Priya/);
    await hand.link('Record payment from Priya Nair');
    await hand.button(/^Record \$/);
    await page.getByRole('button', { name: 'Add tip' }).waitFor();
  });
  await task(page, 'Book a regular caller', async (hand) => {
    await hand.link('New booking');
    await hand.type(page.getByLabel('Full Name'), 'lucy');
    await hand.button(/^Lucy Bennett/);
    await hand.press(
      page.getByRole('group', { name: 'Next available times' }).getByRole('radio').last(),
    );
    await hand.button('Book it');
    await page.getByRole('heading', { name: 'Lucy Bennett' }).waitFor();
  });
  await task(page, 'Move a visit', async (hand) => {
    await hand.link('Tom Okafor');
    await hand.button('Move booking');
    await hand.type(page.getByLabel('Day'), '2026-10-14');
    await hand.type(page.getByLabel('Time'), '12:00');
    await hand.button('Move booking');
    await page.getByText('Wednesday, October 14').first().waitFor();
  });
  await task(page, 'Cancel a visit with a refund', async (hand) => {
    await hand.link('Marie Tremblay');
    await hand.button('Cancel booking');
    await hand.press(page.getByRole('radio', { name: /^The customer cancels/ }));
    await hand.button(/^Cancel/, page.getByRole('alertdialog').or(page.getByRole('dialog')));
    await page.getByText('Booking Cancelled').waitFor();
  });
  await task(page, 'Find a customer', async (hand) => {
    await hand.button('Search');
    await hand.type(page.getByRole('dialog').getByRole('combobox'), 'hassan');
    await hand.press(page.getByRole('dialog').getByRole('option').first());
    await page.getByRole('heading', { name: 'Hassan Amiri' }).waitFor();
  });
  await task(page, 'Block an afternoon', async (hand) => {
    await hand.link('Bookings');
    await hand.button('Block time');
    const dialog = page.getByRole('dialog');
    await hand.press(dialog.getByLabel('Whole days'));
    await hand.type(dialog.getByLabel('Starts at'), '12:00');
    await hand.type(dialog.getByLabel('Ends at'), '17:00');
    await hand.button('Block this time', dialog);
    await dialog.waitFor({ state: 'hidden' });
  });
  await task(page, 'Change the wording of an email', async (hand) => {
    await hand.area('Email templates');
    await hand.link(/^Booking confirmation/);
    await hand.type(page.getByRole('textbox', { name: 'Heading' }), 'See you soon');
    await hand.button('Save Template');
    await toasts.getByText(/saved/i).first().waitFor();
  });
  await task(page, 'Change a price', async (hand) => {
    await hand.area('Services');
    await hand.button('Edit Basic Wash');
    await hand.type(page.getByLabel('Sedan'), '70');
    await hand.button('Save draft');
    await hand.button('Publish', page.getByRole('region', { name: 'Unpublished changes' }));
    await page.getByRole('region', { name: 'Unpublished changes' }).waitFor({ state: 'hidden' });
  });
  await task(page, 'Correct a phone number', async (hand) => {
    await hand.link('Priya Nair');
    await hand.press(page.getByText('More actions'));
    await hand.button('Correct details');
    await hand.type(page.getByLabel('Phone'), '416 555 0199');
    await hand.button('Save corrections');
    await page.getByText(/0199/).first().waitFor();
  });
  await task(page, 'Ask for the rest of a payment', async (hand) => {
    await hand.button(/^Search/);
    await hand.type(page.getByRole('dialog').getByRole('combobox'), 'hassan');
    await hand.press(page.getByRole('dialog').getByRole('option').nth(1));
    await hand.button('Send payment link');
    await hand.button('Send link', page.getByRole('alertdialog'));
    await page.getByText('Payment Link Sent').waitFor();
  });
  await task(page, 'Write to a customer', async (hand) => {
    await hand.link('Priya Nair');
    await hand.press(page.getByText('More actions'));
    await hand.button('Send message');
    await hand.type(page.getByRole('textbox', { name: 'Message' }), 'Running ten minutes late.');
    await hand.button(/^Send/, page.getByRole('main'));
    await page
      .getByText(/Running ten minutes late/)
      .first()
      .waitFor();
  });
}

try {
  await ownerAt(browser, folder.path, '2026-10-01T18:00:00-04:00', phone, async (_page, origin) => {
    await book(origin, priya, { bookingDate: today, bookingTime: '09:00', vehicleType: 'suv' });
    await book(origin, tom, { bookingDate: today, bookingTime: '12:00' });
    await book(origin, marie, { bookingDate: today, bookingTime: '15:00' });
    await book(origin, hassan, { bookingDate: tomorrow, bookingTime: '09:00' });
    await book(origin, lucy, { bookingDate: tomorrow, bookingTime: '12:00', vehicleType: 'suv' });
  });
  await ownerAt(browser, folder.path, '2026-10-06T11:05:00-04:00', phone, theTasks);
} finally {
  console.table(rows);
  await browser.close();
  await folder.remove();
}
