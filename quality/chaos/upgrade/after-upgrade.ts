import { launchChromium } from '../../../e2e/fixtures/chromium.ts';
import { spendLink } from '../../../e2e/fixtures/accounts.ts';
import { asPerson } from '../fixtures/accounts.ts';
import { paidBooking, pay } from '../fixtures/bookings.ts';
import { ask, cancel, requestTime } from '../fixtures/clients.ts';
import type { System } from '../fixtures/system.ts';
import { bytesOf, newcomer, ownWords, person, type OlderUse } from './before-upgrade.ts';

type Tokens = { access_token?: string };

/** Checks after the upgrade what people were promised before it. */
export async function checkPromises(system: System, use: OlderUse): Promise<void> {
  await checkAccounts(system, use);
  await checkBookings(system, use);
  const { aims } = system;
  const bytes = await bytesOf(use.photo.address).catch(String);
  aims.expect(bytes === use.photo.bytes, 'A photo is the same to the last byte');
  const shown = await textOf(use.confirmationLink);
  aims.expect(
    shown.includes('Basic Wash') && shown.includes('Cancel'),
    'The link of an old email shows the booking',
    shown.slice(0, 300),
  );
}

async function checkAccounts(system: System, { refreshToken, movedId, signUpLink }: OlderUse) {
  const { aims } = system;
  const origin = system.origin();
  const refreshed = await signIn(origin, 'refresh_token', { refresh_token: refreshToken });
  aims.expect(refreshed.status === 200, 'An old refresh token is accepted', refreshed);
  const entered = await signIn(origin, 'password', person);
  aims.expect(entered.status === 200, 'An old password signs in', entered);
  for (const { body } of [refreshed, entered]) {
    const own = await fetch(`${origin}/rest/v1/bookings?select=id`, {
      headers: asPerson(body.access_token ?? ''),
    });
    const rows = (own.ok ? await own.json() : []) as { id: string }[];
    aims.expect(
      rows.some(({ id }) => id === movedId),
      'A signed-in customer sees the booking',
      rows,
    );
  }
  // In an older build this is an address of the service, which redirects to the page.
  const landing = await fetch(signUpLink, { redirect: 'manual' });
  await spendLink(landing.headers.get('location') ?? signUpLink, newcomer.password);
  const confirmed = await signIn(origin, 'password', newcomer);
  aims.expect(
    confirmed.status === 200,
    'A link from before the upgrade confirms an account',
    confirmed,
  );
  const dashboard = await ask(
    origin,
    '/rest/v1/rpc/owner_dashboard',
    {},
    asPerson(await system.owner()),
  );
  aims.expect(dashboard.status === 200, 'The owner sees the dashboard', dashboard);
}

const signIn = (origin: string, grant: string, body: object) =>
  ask<Tokens>(origin, `/auth/v1/token?grant_type=${grant}`, body);

async function checkBookings(system: System, { seen, taken, freed, held }: OlderUse) {
  const { aims, mails } = system;
  const again = await requestTime(system.origin(), { ...taken, email: 'late@customer.example' });
  aims.expect(again.status === 409, 'A booked time is refused', again);
  await pay(system, held, 'webhook');
  const email = 'new@customer.example';
  const bookingId = await paidBooking(system, { ...freed, email });
  await mails.mailTo(email, ({ html }) => html.includes(bookingId));
  const told = { isPaid: true, isCancelled: false, mayBeCancelled: false };
  await cancelOne(system, seen);
  seen.push({ bookingId: held.bookingId, email: 'holds@customer.example', ...told });
  seen.push({ bookingId, email, ...told });
}

async function cancelOne(system: System, seen: OlderUse['seen']) {
  const booking = seen.find(({ email }) => email === 'webhook@customer.example');
  if (!booking) return;
  const { bookingId, email } = booking;
  const { status } = await cancel(system.origin(), bookingId);
  booking.isCancelled = status === 200;
  const mail = await system.mails.mailTo(email, ({ subject }) => !/booked/.test(subject));
  system.aims.expect(
    booking.isCancelled && mail.subject === ownWords,
    "An email has the owner's wording",
    { status, subject: mail.subject },
  );
}

async function textOf(address: string): Promise<string> {
  const browser = await launchChromium();
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
