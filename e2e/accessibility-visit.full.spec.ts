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
const money = { total_cents: 14999, paid_cents: 2000, due_cents: 12999 };

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
    await expectAccessible(page, `a visit that is ${name}`, [320, 390, 1280]);
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
  await expectAccessible(page, 'the steps of visits', [320, 390, 1280]);
});
