import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import {
  answered,
  createBooking,
  freeDay,
  payBooking,
  post,
  verifyPayment,
} from './fixtures/booking-api.ts';
import { photoFile } from './fixtures/photo-file.ts';
import { startRoundRobinProxy } from './fixtures/round-robin-proxy.ts';
import { keptBy, keptOnDevice } from './fixtures/kept-on-device.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

type BookingPage = {
  booking: { done_at: string | null };
  money: { due_on_site_cents: number };
  note: { text: string };
  timeline: { kind: string; amount_cents?: number; tip_cents?: number; action?: string }[];
};

type VisitWork = { photos: unknown[]; checklist: { ticked_by: string | null }[] };

/** A phone with a folder of its own, which a killed browser leaves behind. */
async function openPhone(folder: string, origin: string): Promise<BrowserContext> {
  const { executablePath, args } = test.info().project.use.launchOptions ?? {};
  return chromium.launchPersistentContext(folder, {
    ...(executablePath && { executablePath }),
    ...(args && { args }),
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-CA',
    timezoneId: 'America/Vancouver',
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  });
}

const rpcOf = (origin: string, token: string) => async (name: string, args: object) =>
  answered<unknown>(
    await fetch(`${origin}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    }),
  );

// A visit of today: only a PostgreSQL lets another process move one there.
test('without a network the owner marks, records, notes, ticks and takes a photo; each arrives once, and a conflict asks', async ({
  server,
  database,
}) => {
  const visitOfToday = async (name: string, time: string) => {
    const booking = await createBooking(server.origin, { bookingDate: freeDay(), name });
    await payBooking(server.origin, booking);
    await verifyPayment(server.origin, booking.bookingId);
    await database?.query(
      `update public.bookings set booking_time = $2, booking_date = (now() at time zone 'America/Toronto')::date
       where id = $1`,
      [booking.bookingId, time],
    );
    return booking.bookingId;
  };
  const folder = await mkdtemp(join(tmpdir(), 'phone-'));
  const road = await startRoundRobinProxy();
  road.passTo(server.origin);
  const signIn = await signInByApi(server.origin);
  const rpc = rpcOf(server.origin, signIn.access_token);
  const ada = await visitOfToday('Ada Byron', '00:05');
  const wren = await visitOfToday('Wren Hall', '03:05');

  let phone = await openPhone(folder, road.origin);
  try {
    let page = phone.pages()[0] ?? (await phone.newPage());
    await resume(page, signIn);
    await page.goto('/admin');
    await expect(page.getByRole('link', { name: 'Ada Byron', exact: true })).toBeVisible();
    await keptOnDevice(page);

    // The network goes while something is typed, and comes back.
    const inquiry = { name: 'Robin Marsh', email: 'robin-offline@customer.example' };
    const subject = 'A wet basement';
    await post(server.origin, '/rest/v1/inquiries', { ...inquiry, subject, message: 'Dry it?' });
    const desk = await phone.newPage();
    await desk.goto('/admin/bookings/new');
    await desk.getByLabel('Full Name').fill('Pam Phone');
    await page.goto('/admin/inquiries');
    await page.getByRole('link', { name: new RegExp(subject) }).click();
    const answer = page.getByLabel('Your answer');
    await answer.fill('Yes, with pleasure.');
    await phone.setOffline(true);
    await expect(page.getByText('No connection')).toBeVisible();
    await expect(desk.getByText('No connection')).toBeVisible();
    await page.getByRole('button', { name: 'Send answer by email' }).click();
    await expect(page.getByText('Not sent')).toBeVisible();
    await expect(answer).toHaveValue('Yes, with pleasure.');
    await phone.setOffline(false);
    await expect(page.getByText('No connection')).toBeHidden();
    await expect(desk.getByText('No connection')).toBeHidden();
    await expect(desk.getByLabel('Full Name')).toHaveValue('Pam Phone');
    await desk.close();
    await page.getByRole('button', { name: 'Send answer by email' }).click();
    await expect(page.getByRole('heading', { name: 'Answer sent' })).toBeVisible();
    await page.goto('/admin');
    await expect(page.getByRole('link', { name: 'Ada Byron', exact: true })).toBeVisible();

    // A basement: no network on the phone, and nothing behind it.
    await phone.setOffline(true);
    road.passTo();
    await page.reload();
    await expect(page.getByText('No connection').first()).toBeVisible();
    await page.getByRole('button', { name: /^Mark done.*Ada Byron/ }).click();
    await expect(page.getByRole('button', { name: /^Undo “Done”.*Ada Byron/ })).toBeVisible();
    await page.getByRole('link', { name: 'Ada Byron', exact: true }).click();
    await page.getByRole('button', { name: /^Record \$.* payment/ }).click();
    await page.getByLabel('Tip').fill('10');
    await page.getByRole('button', { name: /^Record \$/ }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('The dog is friendly.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByText('3 things to send')).toBeVisible();
    await page.getByRole('checkbox', { name: /^Exterior wash/ }).click();
    await page
      .getByLabel('Take photos: before photos')
      .setInputFiles(await photoFile('front.jpg', '#8a1c1c'));
    await expect(page.getByText('5 things to send')).toBeVisible();
    await page.goto(`/admin/bookings/${wren}`);
    await page.getByRole('textbox', { name: 'Note' }).fill('Ring twice.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByText('6 things to send')).toBeVisible();

    // The browser is gone, and comes back without a network.
    await phone.close();
    phone = await openPhone(folder, road.origin);
    await phone.setOffline(true);
    page = phone.pages()[0] ?? (await phone.newPage());
    await page.goto('/admin');
    await expect(page.getByText('6 things to send')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Undo “Done”.*Ada Byron/ })).toBeVisible();
    await page.getByRole('link', { name: 'Ada Byron', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('The dog is friendly.');
    await expect(page.getByRole('checkbox', { name: /^Exterior wash/ })).toBeChecked();
    await expect(page.getByRole('img', { name: 'Preview of before photo 1' })).toBeVisible();

    // Meanwhile somebody at the desk writes about Wren.
    await rpc('save_booking_note', { target_booking_id: wren, note: 'Gate 4.', version: 0 });
    road.passTo(server.origin);
    await phone.setOffline(false);
    await expect(page.getByText('1 needs your decision')).toBeVisible();
    const page1 = (await rpc('booking_page', { target_booking_id: ada })) as BookingPage;
    expect(page1.booking.done_at).not.toBeNull();
    expect(page1.money.due_on_site_cents).toBe(0);
    expect(page1.note.text).toBe('The dog is friendly.');
    expect(page1.timeline.filter(({ tip_cents: tip }) => tip === 1000)).toHaveLength(1);
    expect(page1.timeline.filter(({ action }) => action === 'done')).toHaveLength(1);

    await expect(page.getByRole('button', { name: 'Enlarge before photo 1' })).toBeVisible();
    const work = (await rpc('visit_work', { target_booking_id: ada })) as VisitWork;
    expect(work.photos).toHaveLength(1);
    expect(work.checklist.filter(({ ticked_by: by }) => by !== null)).toHaveLength(1);

    await page.getByText('1 needs your decision').click();
    const conflict = page.getByRole('article', { name: /Wren Hall/ });
    await expect(conflict).toContainText('Ring twice.');
    await expect(conflict).toContainText('Gate 4.');
    await conflict.getByRole('button', { name: 'Keep both' }).click();
    await expect(page.getByText('Everything is sent.')).toBeVisible();
    const page2 = (await rpc('booking_page', { target_booking_id: wren })) as BookingPage;
    expect(page2.note.text).toBe('Gate 4.\n\nRing twice.');

    // Signed out, the phone keeps nothing.
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => keptBy(page)).toEqual({ databases: ['unsent-operations'], shells: 0 });
    await phone.setOffline(true);
    road.passTo();
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'You are offline.' })).toBeVisible();
  } finally {
    await phone.close();
    await road.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
