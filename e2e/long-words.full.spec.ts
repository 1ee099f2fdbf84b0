import type { Page } from '@playwright/test';
import {
  answered,
  freeDay,
  newVisitor,
  payBooking,
  post,
  verifyPayment,
  type CreatedBooking,
} from './fixtures/booking-api.ts';
import { answer } from './fixtures/failing-backend.ts';
import { crewDay, crews, crewsForVisit } from './fixtures/crew-day.ts';
import {
  carOfToday,
  dayOf,
  mileage,
  rainDay,
  routeOf,
  waitingPerson,
} from './fixtures/owner-day.ts';
import { approveReviews, leaveReview } from './fixtures/review-api.ts';
import { resume, signInByApi } from './fixtures/session.ts';
import { expect, test } from './fixtures/test.ts';

/*
 * Typed text may have long words without a place to break: on a phone they break, and neither the screen nor a
 * dialog becomes wider.
 */
const word = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren';
const email = `${word.slice(0, 40).toLowerCase()}@customer.example`;
const booked = {
  name: `${word} ${word.slice(0, 40)}`,
  address: `${word}${word}`,
  city: word,
  carModel: word,
};

test.use({ reducedMotion: 'reduce' });

const rpc = (name: string) => `**/rest/v1/rpc/${name}`;

async function bookingWithLongWords(origin: string, bookingDate: string): Promise<CreatedBooking> {
  const { carModel, ...person } = booked;
  const customerInfo = {
    ...person,
    email,
    phone: '416 555 0134',
    province: 'ON',
    postalCode: 'L7C 1A1',
    locationType: 'mobile',
  };
  const choice = {
    serviceId: 'basic-wash',
    vehicleType: 'sedan',
    bookingTime: '09:00',
    bookingDate,
  };
  const more = { paymentOption: 'pay_deposit', tipAmount: 0, carModel, carYear: 2019 };
  return answered(
    await post(
      origin,
      '/functions/v1/create-booking',
      { ...choice, ...more, customerInfo },
      newVisitor(),
    ),
  );
}

async function paid(origin: string, bookingDate: string): Promise<string> {
  const booking = await bookingWithLongWords(origin, bookingDate);
  await payBooking(origin, booking);
  await verifyPayment(origin, booking.bookingId);
  return booking.bookingId;
}

/** Opens a public page after it was rendered with the review. */
const arrive = (page: Page, path: string) =>
  expect(async () => {
    await page.goto(path);
    await expect(page.getByText(word.slice(0, 20)).first()).toBeAttached({ timeout: 2000 });
  }).toPass();

/** Every width of a phone, after the text has loaded. */
async function expectToFit(page: Page, state: string) {
  await expect(page.getByText(word.slice(0, 20), { exact: false }).first()).toBeAttached();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await page.evaluate(whatIsTooWide), `${state} at ${width}`).toEqual([]);
  }
}

// Runs in the page, so it contains everything it needs.
function whatIsTooWide(): string[] {
  const { clientWidth } = document.documentElement;
  const tooWide = (one: Element): boolean => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && (box.right > clientWidth + 1 || box.left < -1);
  };
  const scrolls = (one: Element): boolean => {
    for (
      let place = one.parentElement;
      place && place !== document.body;
      place = place.parentElement
    )
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(place).overflowX)) return true;
    return false;
  };
  return [...document.querySelectorAll('main *, footer *, [role$=dialog], [role$=dialog] *')]
    .filter((one) => one.checkVisibility() && !one.closest('[aria-hidden=true], .sr-only'))
    .filter((one) => tooWide(one) && !scrolls(one))
    .slice(0, 3)
    .map((one) => one.outerHTML.slice(0, 160));
}

test('long words fit the owner’s screens on a phone', async ({ page, server: { origin } }) => {
  test.slow();
  const day = freeDay();
  const bookingId = await paid(origin, day);
  const owner = await signInByApi(origin);
  const headers = { authorization: `Bearer ${owner.access_token}` };
  const call = async (name: string, body: object) => {
    const told = await post(origin, `/rest/v1/rpc/${name}`, body, headers);
    expect([name, told.ok, told.ok ? '' : await told.text()]).toEqual([name, true, '']);
  };
  await call('save_booking_note', { target_booking_id: bookingId, note: word, version: 0 });
  await call('create_calendar_feed', { label: word });
  await post(
    origin,
    '/rest/v1/inquiries',
    { name: word, email, subject: word, message: word },
    newVisitor(),
  );
  await leaveReview(origin, { customer_name: word, comment: word });

  await page.setViewportSize({ width: 390, height: 800 });
  await resume(page, owner);
  const open = async (path: string, state: string) => {
    await page.goto(path);
    await expectToFit(page, state);
  };
  await open(`/admin/bookings/${bookingId}`, 'a booking');
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectToFit(page, 'the question before a booking is cancelled');
  await page.getByRole('button', { name: 'Keep booking' }).click();
  await page.getByRole('button', { name: /^Record .* payment$/ }).click();
  await page.getByRole('button', { name: 'Move booking', exact: true }).click();
  await expectToFit(page, 'moving a booking');
  await open(`/admin/bookings/${bookingId}/receipt`, 'a receipt');
  await open(`/admin/bookings?view=list`, 'the bookings');
  await open(`/admin/bookings?view=day&day=${day}`, 'a day of bookings');
  await open(`/admin/rain-day?day=${day}&part=day`, 'a rain day to come');
  await open('/admin/customers', 'the customers');
  await open(`/admin/customers/${encodeURIComponent(email)}`, 'a customer');
  await open('/admin/inquiries', 'the inquiries');
  await page
    .getByRole('link', { name: new RegExp(word) })
    .first()
    .click();
  await expect(page).toHaveURL(/inquiries\/./);
  await expectToFit(page, 'an inquiry');
  await open('/admin/reviews', 'the reviews');
  await open('/admin/calendar-feed', 'the calendar addresses');

  const { customer_name: name, customer_phone: phone } = {
    customer_name: booked.name,
    customer_phone: '+14165550134',
  };
  const who = { customer_name: name, customer_email: email, customer_phone: phone };
  const place = { address: booked.address, city: booked.city };
  const today = dayOf([
    { ...carOfToday(), ...who, ...place, car: word, note: word, service_name: word },
  ]);
  const long = { customer_name: word, customer_email: email, name: word, email };
  await answer(page, rpc('waiting_list_of_days'), [{ ...waitingPerson(day, 'offered'), ...long }]);
  await open('/admin/waiting-list', 'the waiting list');
  const rain = rainDay();
  await answer(page, rpc('rain_days_with_answers'), {
    ...rain,
    days: rain.days.map((one) => ({
      ...one,
      answers: one.answers.map((given) => ({ ...given, ...long })),
    })),
  });
  await open('/admin/rain-day', 'a rain day');
  const held = { kind: 'rain', from: '09:00', until: '11:00', booking_id: bookingId };
  await answer(page, rpc('calendar_range'), {
    ...{ crews: 2, days: [], bookings: [] },
    timeOff: [{ id: 'off', day, from: '00:00', until: '24:00', crew: null, reason: word }],
    offers: [1, 2].map((crew) => ({
      ...{ ...held, id: `held-${crew}`, day, crew, name: word, service_name: word },
      expires_at: `${day}T12:00:00Z`,
    })),
  });
  await open(`/admin/bookings?view=month&day=${day}`, 'a month with a rain day');
  const phoned = {
    visits: 1,
    no_shows: 0,
    last_visit: day,
    next_visit: null,
    spend_cents: 4500,
    owed_cents: 0,
  };
  await answer(page, rpc('find_all_customers'), {
    customers: [
      { ...phoned, name, phone, cars: [word], has_note: true, last_booked_at: `${day}T12:00:00Z` },
    ],
    next: null,
  });
  await open('/admin/customers', 'the customers with one by phone');
  await answer(page, rpc('phone_customer_page'), {
    ...{ ...phoned, name, phone, cars: [word], note: word, note_version: 1, bookings: [] },
    first_booked_at: `${day}T12:00:00Z`,
  });
  await open('/admin/phone-customers?phone=1&name=2', 'a customer by phone');
  await answer(
    page,
    rpc('crews_page'),
    crews().map((one) => ({
      ...one,
      title: word.slice(0, 40),
      members: [{ user_id: bookingId, email }],
      days_off: one.days_off.map((off) => ({ ...off, reason: word })),
    })),
  );
  await open('/admin/crews', 'the crews');
  await page
    .getByRole('button', { name: /^Edit crew/ })
    .last()
    .click();
  await expectToFit(page, 'a crew being edited');
  await answer(
    page,
    rpc('crews_for_visit'),
    crewsForVisit(true).map((one) => ({ ...one, title: word.slice(0, 40) })),
  );
  await page.goto(`/admin/bookings/${bookingId}`);
  await page.getByRole('button', { name: 'Change crew' }).click();
  await expectToFit(page, 'another crew for a visit');
  const route = routeOf(day);
  await answer(page, rpc('owner_route'), {
    ...route,
    crews: route.crews.map((one) => ({
      ...one,
      stops: one.stops.map((stop) => ({ ...stop, ...who, ...place, service_name: word })),
    })),
  });
  await open(`/admin/route?day=${day}`, 'a route');
  await answer(
    page,
    rpc('mileage_log'),
    mileage().map((one) => ({ ...one, destinations: word })),
  );
  await open('/admin/mileage', 'the mileage log');
  const { visits, ...rest } = crewDay();
  const days = {
    ...rest,
    crew: { number: 2, title: word.slice(0, 40) },
    visits: visits.map((visit) => ({
      ...{ ...visit, ...who, ...place, car: word, note: word, service_name: word },
      add_ons: [{ name: word }],
    })),
  };
  await answer(page, rpc('crew_days'), days);
  await answer(page, rpc('crew_visits_to_keep'), { days, work: [] });
  await open('/crew', 'the day of a crew');
  await answer(page, rpc('owner_dashboard'), {
    ...today,
    past_visits: [{ id: bookingId, day, customer_name: name, due_cents: 4500 }],
    failed_mails: [{ id: bookingId, template_type: 'x', to_email: email, booking_id: bookingId }],
    needs: {
      ...today.needs,
      mail_delay: { waiting: 2, since: `${day}T12:00:00Z`, reason: word },
      backup: { last: `${day}T12:00:00Z`, reason: word },
    },
  });
  await open('/admin', 'today');
  await answer(page, rpc('owner_dashboard'), {
    ...dayOf([]),
    next: { id: bookingId, day, booking_time: '09:00', ...who, service_name: word },
  });
  await page.reload();
  await expectToFit(page, 'a day without visits');
});

test('long words fit the customers’ screens on a phone', async ({ page, server: { origin } }) => {
  test.slow();
  const bookingId = await paid(origin, freeDay());
  await leaveReview(origin, { customer_name: word, comment: `Long ${word}` });
  await approveReviews(origin, 'Long');
  await page.setViewportSize({ width: 390, height: 800 });
  await arrive(page, '/reviews');
  await expectToFit(page, 'the reviews');
  await page.goto(`/booking-confirmation?booking_id=${bookingId}&payment_status=deposit_paid`);
  await expect(page.getByText(/Basic Wash/).first()).toBeVisible();
  await page.goto('/my-bookings');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Booking ID').fill(bookingId);
  await page.getByRole('button', { name: /find/i }).click();
  await expectToFit(page, 'a booking that was found');
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectToFit(page, 'the question before a customer cancels');
});
