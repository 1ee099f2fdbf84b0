/** The query of a screen or a job, and how many rows of one table it may read. */
export type Question = { name: string; sql: string; most: number };

const someBooking = `'00000000-0000-4000-9000-000000005000'`;
const page = 200;
/** Fifty cars a day are 350 a week and 1,550 a month; 3,000 are ahead. */
const week = 1_000;
const month = 4_000;
const year = 20_000;
const allAhead = 4_000;
/** Counted in an index, without their bookings. */
const usesOfCoupon = 30_000;
/** Counts beside a list stop at this number. */
const countedAtMost = 1_000;

const question = (name: string, most: number, call: string): Question => ({
  name,
  most,
  sql: `select ${call}`,
});

/** The queries of the administrators' screens. */
export const screens: readonly Question[] = [
  question('today', allAhead, 'public.owner_dashboard()'),
  question('what needs her', allAhead, 'public.owner_needs()'),
  question('questions without an answer', page, 'public.unanswered_questions()'),
  question('the work on a visit', page, `public.visit_work(${someBooking})`),
  question('the visits that a device keeps', allAhead, 'public.visits_to_keep()'),
  question('a booking', page, `public.booking_page(${someBooking})`),
  question('the booking of a calendar entry', page, 'public.booking_of_entry(gen_random_uuid())'),
  question('a receipt', page, `public.booking_receipt(${someBooking})`),
  question('a week of the calendar', week, 'public.calendar_range(current_date, current_date + 6)'),
  question(
    'a past week of the calendar',
    week,
    'public.calendar_range(current_date - 7, current_date - 1)',
  ),
  question(
    'a month of the calendar',
    month,
    'public.calendar_range(current_date, current_date + 30)',
  ),
  question('the bookings', page, 'public.find_bookings()'),
  question(
    'the bookings to come',
    page,
    `public.find_bookings('', '{booked}', current_date, null, null, 25, true)`,
  ),
  question('a search for a booking', page, `public.find_bookings('customer12345@')`),
  question('a search for a phone number', page, `public.find_bookings('(905) 556-2345')`),
  question(
    'a search for a booking’s number',
    page,
    `public.find_bookings(private.booking_number(${someBooking}))`,
  ),
  question('a search by two letters that nobody has', page, `public.find_bookings('zq')`),
  question('a search by three letters that nobody has', page, `public.find_bookings('zqx')`),
  question('a search by letters that many have', page, `public.find_bookings('cus')`),
  question('the bookings nobody came to', page, `public.find_bookings('', '{no_show}')`),
  question('the business', page, 'public.business_page()'),
  question('the uses of a coupon', usesOfCoupon, `public.coupon_uses('{NEWCUSTOMER20}')`),
  question('the published versions', page, 'public.business_history()'),
  question('the times', allAhead, 'public.time_page()'),
  question('the crews', allAhead, 'public.crews_page()'),
  question('the crews for a visit', page, `public.crews_for_visit(${someBooking})`),
  question('the travel settings', allAhead, 'public.travel_page()'),
  question('an example of a drive', page, `public.example_drive('L7C 1A1', 'L1H 4E4')`),
  question('the money of a month', month, `public.money_report(current_date - 30, current_date)`),
  question('the money of a year', year, `public.money_report(current_date - 365, current_date)`),
  question('the visits of a month', month, `public.visit_report(current_date - 30, current_date)`),
  question('the visits of a year', year, `public.visit_report(current_date - 365, current_date)`),
  question(
    'the first payments of a month for the accountant',
    month,
    `public.export_payments(current_date - 30, current_date, null, 100)`,
  ),
  question(
    'the first bookings of a month for the accountant',
    month,
    `public.export_bookings(current_date - 30, current_date, null, 100)`,
  ),
  question('bookings for a payment', page, `public.bookings_to_attach('customer123@example.com')`),
  question('bookings for a payment, by name', page, `public.bookings_to_attach('smith')`),
  question('the customers', page, `public.find_customers('', null, 25)`),
  question('a search for a customer', page, `public.find_customers('customer12345@', null, 25)`),
  question('customers by two letters that nobody has', page, `public.find_customers('zq')`),
  question('customers by three letters that nobody has', page, `public.find_customers('zqx')`),
  question('the customers by phone', page, `public.find_phone_customers('', null, 25)`),
  question('a search for a customer by phone', page, `public.find_phone_customers('zqx')`),
  question('all customers', page, `public.find_all_customers('', null, 25)`),
  question('a search for any customer', page, `public.find_all_customers('zqx')`),
  question('a customer by phone', page, `public.phone_customer_page('+19055550199', 'Somebody')`),
  question('customers by letters that many have', page, `public.find_customers('cu')`),
  question('a caller by number', page, `public.find_callers('905 556-2345')`),
  question('callers by letters that many have', page, `public.find_callers('cus')`),
  question('callers by letters that nobody has', page, `public.find_callers('zqx')`),
  question('everything about a customer', page, `public.search_everything('customer12345@')`),
  question('everything with two letters', page, `public.search_everything('zq')`),
  question('everything with letters that many have', page, `public.search_everything('cus')`),
  question('everything with letters that nobody has', page, `public.search_everything('zqx')`),
  question('everything with an amount', page, `public.search_everything('$20.00')`),
  question('the customer of a booking', page, `public.find_callers('', ${someBooking})`),
  question('a customer', page, `public.customer_page('customer123@example.com')`),
  question('a customer without an address', page, `public.customer_page(null, '+19055550101')`),
  question(
    'a customer’s bookings',
    page,
    `public.customer_bookings('customer123@example.com', null, 20)`,
  ),
  question('all about a customer', page, `public.customer_data('customer123@example.com')`),
  question('the inquiries', countedAtMost, `public.find_inquiries('new', null, 25)`),
  question('an inquiry', page, `public.inquiry_page('00000000-0000-4000-9000-000000000001')`),
  question(
    'the held-back inquiries',
    countedAtMost,
    `public.find_inquiries('held_back', null, 25)`,
  ),
  question(
    'deleting held-back inquiries',
    countedAtMost,
    `public.delete_held_back_inquiries(now())`,
  ),
  question('the answered inquiries', countedAtMost, `public.find_inquiries('answered', null, 25)`),
  question('a rain day', week, `public.rain_day_preview(current_date + 1, 'day')`),
  question(
    'what is taken for a visit after a rain day',
    month,
    `public.times_taken_for_visit('00000000-0000-4000-9000-000000005000', current_date, current_date + 31)`,
  ),
  question('the rain days', week, `public.rain_days_with_answers()`),
  question('the waiting list', week, `public.waiting_list_of_days(current_date, 200)`),
  question('the calendar feeds', page, `public.calendar_feeds()`),
  question('texts of today', month, 'public.texts_today()'),
  question('how long records are kept', page, 'public.retention_page()'),
  question('erasing a customer', page, `public.erase_customer('customer124@example.com')`),
  question('bookings with a rare tag', page, `public.find_bookings('', '{pending_payment}')`),
  question('the disputes', page, 'public.payment_disputes()'),
  question('the route of a day', page, 'public.owner_route(current_date)'),
  question('the cash with the crews', page, 'public.crew_cash()'),
  question('the mileage of a year', page, 'public.mileage_log(current_date - 365, current_date)'),
];

/** The recurring queries of the workers. */
export const jobs: readonly Question[] = [
  question('due mail', month, 'public.queue_due_mails()'),
  question('the end of offers', page, 'public.expire_offers()'),
  question('the waiting list', allAhead, 'public.waiting_to_be_offered()'),
  question('the mileage', year, 'public.keep_mileage()'),
  question('the unused photos', month, 'count(*) from public.unused_photos()'),
];
