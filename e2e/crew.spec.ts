import { logIn } from './fixtures/accounts.ts';
import { keptOnDevice } from './fixtures/kept-on-device.ts';
import { photoFile } from './fixtures/photo-file.ts';
import { createBooking, freeDay, payBooking, post, verifyPayment } from './fixtures/booking-api.ts';
import { receivedMail } from './fixtures/mailbox.ts';
import { newCustomer, resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

const member = 'van@crew.example';

test.use({ viewport: { width: 390, height: 844 } });

async function book(origin: string, bookingDate: string, bookingTime: string, name: string) {
  const email = `${name.split(' ')[0]?.toLowerCase() ?? ''}@customer.example`;
  const booking = await createBooking(origin, { bookingDate, bookingTime, email, name });
  await payBooking(origin, booking);
  await verifyPayment(origin, booking.bookingId);
  return booking.bookingId;
}

// Visits of today: only a PostgreSQL lets another process move one there.
test('the owner gives a visit to a second crew, whose invited member sees it alone, records cash, and works on it without a network', async ({
  page,
  server: { origin },
  database,
  browser,
}) => {
  const day = freeDay();
  const other = await book(origin, day, '12:00', 'Otto Other');
  const own = await book(origin, day, '15:00', 'Nora North');
  const owner = await signInByApi(origin);
  await resume(page, owner);

  await page.goto('/admin/crews');
  await page.getByLabel(/^Name of the crew/).fill('North van');
  await page.getByRole('button', { name: 'Add crew' }).click();
  const crew = page.getByRole('article', { name: 'North van' });
  await crew.getByLabel('Email address').fill(member);
  await crew.getByRole('button', { name: 'Add member' }).click();
  await expect(crew.getByText('Invited, not signed in yet')).toBeVisible();
  const invitation = await receivedMail(origin, member, /invited to work/);
  expect(invitation.html).toContain(`${origin}/login`);
  const { access_token: token } = await newCustomer(origin, member);
  await expect(crew.getByRole('button', { name: `Remove ${member}` })).toBeVisible();

  await page.goto(`/admin/bookings/${own}`);
  await page.getByRole('button', { name: 'Change crew' }).click();
  const form = page.getByRole('form', { name: 'Change crew' });
  await expect(form.getByRole('radio', { name: /^North van/ })).toBeChecked();
  await form.getByRole('button', { name: 'Change crew' }).click();
  await expect(page.getByText('North van now has this visit.', { exact: true })).toBeVisible();
  await expect(form).toBeHidden();
  await database?.query(
    'update public.bookings set booking_date = private.local_today() where id = any ($1)',
    [[own, other]],
  );

  const context = await browser.newContext({
    baseURL: origin,
    viewport: page.viewportSize(),
    serviceWorkers: 'allow',
  });
  const phone = await context.newPage();
  await logIn(phone, member, 'a good secret');
  await expect(phone).toHaveURL(/\/crew$/);
  await expect(phone.getByRole('heading', { level: 1, name: 'North van' })).toBeVisible();
  const visit = phone.getByRole('article');
  await expect(visit).toHaveCount(1);
  await expect(visit).toContainText('Nora North');
  await visit.getByRole('button', { name: /^Record payment/ }).click();
  await phone.getByRole('radio', { name: 'Cash' }).check();
  await phone.getByRole('button', { name: /^Record \$/ }).click();
  await expect(phone.getByText(/recorded: /).first()).toBeVisible();

  // A garage: the page and the visit are kept once the page was loaded as the crew's own.
  await phone.goto('/crew');
  await keptOnDevice(phone);
  await context.setOffline(true);
  await phone.reload();
  const work = visit.getByRole('button', { name: /^Photos and checklist/ });
  await work.click();
  await phone.getByRole('checkbox', { name: /^Exterior wash/ }).click();
  await phone
    .getByLabel('Take photos: after photos')
    .setInputFiles(await photoFile('shiny.jpg', '#1c3c8a'));
  await visit.getByRole('button', { name: /^Mark done/ }).click();
  await phone.getByRole('button', { name: 'Mark done anyway' }).click();
  await expect(phone.getByText('3 things to send')).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'To send' })).toBeVisible();
  await context.setOffline(false);
  await expect(phone.getByText('3 things to send')).toBeHidden();
  await expect(work).toHaveAttribute('aria-expanded', 'false');
  await work.click();
  await expect(phone.getByRole('button', { name: 'Enlarge after photo 1' })).toBeVisible();
  await expect(phone.getByRole('checkbox', { name: /^Exterior wash/ })).toBeChecked();
  await expect(visit.getByRole('button', { name: /^Undo “Done”/ })).toBeVisible();
  await expect(phone.getByText(/All done\.$/)).toBeVisible();
  await context.close();

  const call = (name: string, body: object, bearer: string) =>
    post(origin, `/rest/v1/rpc/${name}`, body, { authorization: `Bearer ${bearer}` });
  const refused = await call('mark_done', { target_booking_id: other }, token);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ message: 'administrators_only' });

  // The tests after this one know one crew.
  await database?.query('update public.slot_claims set crew = 1 where booking_id = $1', [own]);
  expect((await call('remove_crew', { crew: 2 }, owner.access_token)).ok).toBe(true);
});
