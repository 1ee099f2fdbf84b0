import sharp from 'sharp';
import { expectAccessible } from './fixtures/accessibility.ts';
import { localDate } from './fixtures/booking-api.ts';
import { answer, fail, failedAnswer } from './fixtures/failing-backend.ts';
import { carOfToday, dayOf } from './fixtures/owner-day.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ reducedMotion: 'reduce', expectedErrors: [failedAnswer] });

const read = '**/rest/v1/rpc/visit_status*';
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const visit = (state: string, rest: object = {}) => ({
  state,
  first_name: 'Robin',
  service_name: 'Premium Detailing',
  add_ons: [{ id: 'wax', name: 'Hand wax', priceCents: 3000, minutes: 60 }],
  car: '2019 Honda Civic',
  booking_date: localDate(0),
  booking_time: '23:00',
  duration_minutes: 180,
  told: null,
  on_my_way_at: null,
  arrives_at: null,
  work_began_at: null,
  done_at: null,
  money: null,
  ...rest,
});

const left = { on_my_way_at: ago(8), arrives_at: ago(-12) };
const money = {
  ...{ total_cents: 16499, tax_cents: 500, tax_label: 'GST (5%)', tip_cents: 1000 },
  ...{ paid_cents: 2000, due_cents: 14499 },
};

test('the page of a visit is accessible in each of its states', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/visit/unknown');
  await expect(heading).toHaveText('We can’t show this visit');
  await expectAccessible(page, 'an unknown visit');
  const mend = await fail(page, read);
  await page.goto('/visit/away');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page, 'a visit that could not be loaded', [390]);
  await mend();

  const told = { date: localDate(-1), time: '09:00' };
  for (const [name, shown, words] of [
    ['booked', visit('booked', { told }), 'See you today'],
    ['on-the-way', visit('on_the_way', left), 'We’re on our way'],
    ['working', visit('working', { ...left, work_began_at: ago(1) }), 'We’re working on your car'],
    [
      'done',
      visit('done', { ...left, work_began_at: ago(99), done_at: ago(1), money }),
      'Your car is ready',
    ],
    ['missed', visit('missed'), 'Sorry we missed you'],
    ['cancelled', visit('cancelled'), 'This visit is cancelled'],
    ['rained-out', visit('rained_out'), 'This visit needs a new time'],
  ] as const) {
    await answer(page, read, shown);
    await page.goto(`/visit/${name}`);
    await expect(heading).toHaveText(words);
    await expectAccessible(page, `a visit that is ${name}`);
  }
});

test('the steps of a visit on the owner’s day are accessible', async ({ page, server }) => {
  await resume(page, await signInByApi(server.origin));
  const car = carOfToday();
  const cars = [
    { ...car, drive_minutes: 23 },
    { ...car, id: car.id.replace('5e', '5f'), ...left, arriving_in_minutes: 20 },
    { ...car, id: car.id.replace('5e', '6f'), work_began_at: ago(30) },
  ];
  await answer(page, '**/rest/v1/rpc/owner_dashboard*', dayOf(cars));
  await page.goto('/admin');
  await expect(page.getByRole('combobox', { name: /^Arrival/ })).toHaveValue('25');
  await expectAccessible(page, 'the steps of visits');
});

test('a swap of times is accessible: unknown, unavailable, asked, not saved, and each answer', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const offer = (state: string) => ({
    state,
    customer_name: 'Robin',
    service_name: 'Premium Detailing',
    day: localDate(3),
    old_time: '09:00',
    new_time: '13:30',
    expires_at: ago(-600),
  });
  await page.goto('/swap?token=unknown');
  await expect(heading).toHaveText('This link is no longer valid.');
  await expectAccessible(page, 'an unknown swap');
  const mend = await fail(page, '**/rest/v1/rpc/swap_offer');
  await page.goto('/swap?token=away');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page, 'a swap that could not be loaded');
  await mend();
  for (const [state, words] of [
    ['agreed', 'Thank you.'],
    ['swapped', 'Thank you. Your time has changed.'],
    ['over', 'Your appointment stands.'],
    ['asked', 'Could we come at 1:30 PM?'],
  ] as const) {
    await answer(page, '**/rest/v1/rpc/swap_offer', offer(state));
    await page.goto(`/swap?token=${state}`);
    await expect(heading).toHaveText(words);
    await expectAccessible(page, `a swap that is ${state}`);
  }
  const repair = await fail(page, '**/rest/v1/rpc/answer_swap');
  await page.getByRole('button', { name: 'No, Keep 9:00 AM' }).press('Enter');
  await expect(page.getByText('Your answer wasn’t saved')).toBeVisible();
  await expectAccessible(page, 'an answer that was not saved');
  await repair();
  await answer(page, '**/rest/v1/rpc/answer_swap', offer('agreed'));
  await page.getByRole('button', { name: 'Yes, Come at 1:30 PM' }).press('Enter');
  await expect(heading).toHaveText('Thank you.');
  await expect(heading).toBeFocused();
});

test('the photos of a visit are accessible: none, before and after, enlarged, agreed, revoked', async ({
  page,
}) => {
  const ids = [1, 2, 3].map((last) => `9d1f0c5e-4b7e-4a55-9a54-0b8c5f1f2e0${last}`);
  const photos = (rest: object = {}) => ({
    service_name: 'Premium Detailing',
    car: '2019 Honda Civic',
    before: ids.slice(0, 2),
    after: ids.slice(2),
    wording: 'We may show one photo from before and one from after this visit in our gallery.',
    state: 'none',
    at: null,
    is_shown: false,
    ...rest,
  });
  const body = await sharp({
    create: { width: 480, height: 360, channels: 3, background: '#5a4a3c' },
  })
    .jpeg()
    .toBuffer();
  await page.route('**/functions/v1/booking-photo', (route) =>
    route.fulfill({ contentType: 'image/jpeg', body }),
  );
  const read = '**/rest/v1/rpc/photos_of_link';
  const open = async (state: string, shown: object) => {
    await answer(page, read, shown);
    await page.goto(`/car-photos?token=${state}`);
  };
  await open('empty', photos({ before: [], after: [] }));
  await expect(page.getByText('There are no photos of this visit to show yet.')).toBeVisible();
  await expectAccessible(page, 'a visit without photos');
  await open('photos', photos());
  const photo = page.getByRole('button', { name: /^Enlarge before photo/ });
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(3);
  await expectAccessible(page, 'the photos of a visit');
  await photo.first().press('Enter');
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await expectAccessible(page, 'an enlarged photo of a visit');
  await page.keyboard.press('Escape');
  await answer(page, '**/rest/v1/rpc/choose_photo_consent', photos({ state: 'given', at: ago(0) }));
  await page.getByRole('button', { name: 'Agree to show a pair' }).press('Enter');
  await expect(page.getByText(/^You agreed on/)).toBeVisible();
  await expectAccessible(page, 'photos that may be shown');
  await open('revoked', photos({ state: 'revoked', at: ago(9) }));
  await expect(page.getByText(/^You no longer agree/)).toBeVisible();
  await expectAccessible(page, 'photos that may not be shown');
});
