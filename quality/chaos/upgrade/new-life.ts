import { chromium } from '@playwright/test';
import { spendLink } from '../../../e2e/fixtures/accounts.ts';
import { asPerson } from '../fixtures/accounts.ts';
import { ask, beginPaying, requestTime } from '../fixtures/clients.ts';
import type { Storm } from '../fixtures/storm.ts';
import { bytesOf, hold, newcomer, ownWords, payIntent, person, type OldLife } from './old-life.ts';

type Tokens = { access_token?: string };

/** What was promised to people before the upgrade, asked for after it. */
export async function goesOn(storm: Storm, life: OldLife): Promise<void> {
  await accountsGoOn(storm, life);
  await bookingsGoOn(storm, life);
  const { promises } = storm;
  const bytes = await bytesOf(life.photo.address).catch(String);
  promises.expect(bytes === life.photo.bytes, 'A photo is the same to the last byte');
  const shown = await textOf(life.confirmationLink);
  promises.expect(
    shown.includes('Basic Wash') && shown.includes('Cancel'),
    'The link of an old mail shows the booking',
    shown.slice(0, 300),
  );
}

async function accountsGoOn(storm: Storm, { refreshToken, movedId, signUpLink }: OldLife) {
  const { promises } = storm;
  const origin = storm.origin();
  const refreshed = await signIn(origin, 'refresh_token', { refresh_token: refreshToken });
  promises.expect(refreshed.status === 200, 'An old refresh token is taken', refreshed);
  const entered = await signIn(origin, 'password', person);
  promises.expect(entered.status === 200, 'An old password signs in', entered);
  for (const { body } of [refreshed, entered]) {
    const own = await fetch(`${origin}/rest/v1/bookings?select=id`, {
      headers: asPerson(body.access_token ?? ''),
    });
    const rows = (own.ok ? await own.json() : []) as { id: string }[];
    promises.expect(
      rows.some(({ id }) => id === movedId),
      'Who is signed in sees the own booking',
      rows,
    );
  }
  // Of an older build it is an address of the service, which leads to the page that asks.
  const landing = await fetch(signUpLink, { redirect: 'manual' });
  await spendLink(landing.headers.get('location') ?? signUpLink);
  const confirmed = await signIn(origin, 'password', newcomer);
  promises.expect(confirmed.status === 200, 'A link of before confirms an account', confirmed);
  const dashboard = await ask(
    origin,
    '/rest/v1/rpc/owner_dashboard',
    {},
    asPerson(await storm.owner()),
  );
  promises.expect(dashboard.status === 200, 'The owner sees her day', dashboard);
}

const signIn = (origin: string, grant: string, body: object) =>
  ask<Tokens>(origin, `/auth/v1/token?grant_type=${grant}`, body);

async function bookingsGoOn(storm: Storm, { seen, taken, freed, held }: OldLife) {
  const { promises, mails } = storm;
  const again = await requestTime(storm.origin(), { ...taken, email: 'late@customer.example' });
  promises.expect(again.status === 409, 'A time that was taken is taken', again);
  await payIntent(storm, held, 'webhook');
  const one = await hold(storm, { ...freed, email: 'new@customer.example' });
  const { body } = await beginPaying(storm.origin(), one);
  await payIntent(storm, { bookingId: one.bookingId, intentId: body.paymentIntentId }, 'visitor');
  await mails.mailTo('new@customer.example', ({ html }) => html.includes(one.bookingId));
  const told = { isPaid: true, isConfirmed: true, isCancelled: false, mayBeCancelled: false };
  await cancelOne(storm, seen);
  seen.push({ bookingId: held.bookingId, email: 'holds@customer.example', ...told });
  seen.push({ bookingId: one.bookingId, email: 'new@customer.example', ...told });
}

async function cancelOne(storm: Storm, seen: OldLife['seen']) {
  const booking = seen.find(({ email }) => email === 'webhook@customer.example');
  if (!booking) return;
  const { bookingId, email } = booking;
  const { status } = await ask(storm.origin(), '/functions/v1/cancel-booking', { bookingId });
  booking.isCancelled = status === 200;
  const mail = await storm.mails.mailTo(email, ({ subject }) => !/booked/.test(subject));
  storm.promises.expect(
    booking.isCancelled && mail.subject === ownWords,
    'A mail goes out in the words the owner gave it',
    { status, subject: mail.subject },
  );
}

async function textOf(address: string): Promise<string> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    await page.goto(address);
    const cancel = page.getByRole('button', { name: /^Cancel/ });
    await cancel.waitFor({ timeout: 30_000 }).catch(() => undefined);
    return await page.locator('body').innerText();
  } finally {
    await browser.close();
  }
}
