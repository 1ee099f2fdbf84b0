import type { Question } from './questions.ts';

/**
 * The sender: a visitor, a visitor with a booking id, a customer with an account, the server functions, or the
 * host.
 */
export type Asker = 'visitor' | 'holder' | 'customer' | 'server' | 'host';

export type AskedBy = Question & {
  by: Asker;
  /** The SQL function or the table of the request. */
  about: string;
};

const someBooking = `'00000000-0000-4000-9000-000000005000'`;
/** In twenty days, of customer8001@example.com. */
const comingBooking = `'00000000-0000-4000-9000-000000017ed1'`;
/** Of a booking of the past. */
const somePhoto = someBooking;
/** Of the customer with an account. */
const bookingOfAccount = `'00000000-0000-4000-9000-00000000007b'`;
const page = 200;
/** Fifty cars a day. */
const day = 100;
const week = 1_000;
const month = 4_000;
/** Pending payments, emails and findings are processed in batches. */
const batch = 1_000;

const reads = (by: Asker, about: string, name: string, sql: string, most = page): AskedBy => ({
  by,
  about,
  name,
  sql,
  most,
});

const calls = (by: Asker, about: string, args: string, most = page): AskedBy =>
  reads(by, about, about.replaceAll('_', ' '), `select public.${about}(${args})`, most);

const booking = `jsonb_build_object(
  'customer_name', 'Ada', 'customer_email', 'customer123@example.com', 'customer_phone', '+19055550101',
  'service_id', 'premium-detailing', 'service_name', 'Premium Detailing', 'vehicle_type', 'suv',
  'car_model', 'Volvo XC60', 'car_year', 2022, 'booking_date', current_date + 80, 'booking_time', '09:00',
  'duration_minutes', 180, 'payment_option', 'pay_deposit', 'price_cents', 11999, 'total_cents', 11999,
  'due_now_cents', 2000, 'deposit_cents', 2000, 'free_cancellation_hours', 24, 'address', '1 Main Street',
  'city', 'Caledon', 'province', 'ON', 'postal_code', 'L7C 1A1', 'client_address', '10.0.0.1')`;

const withCoupon = `${booking} || jsonb_build_object(
  'customer_email', 'new@example.com', 'customer_phone', '+14165550199', 'coupon_code', 'NEWCUSTOMER20',
  'discount_cents', 2000, 'total_cents', 9999)`;

const waiting = `jsonb_build_object(
  'day', current_date + 7, 'service_id', 'premium-detailing', 'service_name', 'Premium Detailing',
  'vehicle_type', 'suv', 'duration_minutes', 180, 'name', 'Ada', 'email', 'customer123@example.com',
  'phone', '+19055550101')`;

/** The queries of visitors' and customers' screens. */
export const customers: readonly AskedBy[] = [
  reads(
    'holder',
    'booked_slots',
    'the taken times of a day',
    'select * from public.booked_slots where booking_date = current_date + 7',
    day,
  ),
  reads(
    'visitor',
    'booked_slots',
    'the taken times of a month',
    'select * from public.booked_slots where booking_date >= current_date + 1 and booking_date <= current_date + 31 limit 1000',
    month,
  ),
  calls('visitor', 'opening_rules', ''),
  calls('visitor', 'published_business', ''),
  calls('server', 'current_business', ''),
  calls('visitor', 'booking_details', `array[${someBooking}]::uuid[], 'nobody@example.com'`),
  calls('customer', 'booking_details', `array[${someBooking}]::uuid[]`),
  reads(
    'holder',
    'bookings',
    'a guest’s booking',
    `select id, status from public.bookings where id = ${someBooking}`,
  ),
  reads(
    'customer',
    'bookings',
    'my bookings',
    `select id, status from public.bookings where user_id = (select auth.uid()) order by booking_date desc limit 1000`,
  ),
  reads(
    'customer',
    'bookings',
    'the bookings of before the account',
    `update public.bookings set user_id = (select auth.uid()) where customer_email = 'customer124@example.com' and user_id is null`,
  ),
  calls('customer', 'rained_out_bookings', ''),
  calls('visitor', 'coupon_offer', `'NEWCUSTOMER20'`),
  calls('customer', 'coupon_refusal', `'NEWCUSTOMER20'`),
  calls('visitor', 'text_offer', ''),
  calls('holder', 'choose_texts', `${comingBooking}, 'customer8001@example.com'`),
  calls('visitor', 'booking_of_number', `'7KQ4-M2XB', 'customer8001@example.com'`),
  calls('holder', 'open_balance', `${comingBooking}, 'customer8001@example.com'`),
  calls('customer', 'open_balance', bookingOfAccount),
  calls('customer', 'open_visit', bookingOfAccount),
  calls('holder', 'save_booking_more', `${comingBooking}, '{}', 'customer8001@example.com'`),
  calls('customer', 'save_booking_more', `${bookingOfAccount}, '{}'`),
  calls('holder', 'add_booking_photo', `${comingBooking}, 'customer8001@example.com'`),
  calls('holder', 'remove_booking_photo', `${somePhoto}, 'customer5001@example.com'`),
  calls('customer', 'holds_booking_photo', somePhoto),
  reads(
    'visitor',
    'reviews',
    'the reviews',
    'select id, rating from public.reviews where is_approved order by created_at desc, id desc limit 30',
  ),
  reads(
    'visitor',
    'reviews',
    'older reviews',
    `select id, rating from public.reviews
     where is_approved and (created_at < now() - interval '100 days' or (created_at = now() - interval '100 days' and id < ${someBooking}))
     order by created_at desc, id desc limit 30`,
    // The index has them in order, newest first; the condition is not part of it.
    batch * 3,
  ),
  reads(
    'visitor',
    'reviews',
    'the reviews of a service',
    `select id, rating from public.reviews where is_approved and service_name = 'Basic Wash' order by created_at desc, id desc limit 30`,
  ),
  calls('visitor', 'review_rating', '', 1),
  calls('visitor', 'review_counts', ''),
  reads(
    'visitor',
    'gallery_photos',
    'the gallery',
    'select * from public.gallery_photos order by created_at desc limit 1000',
    batch,
  ),
  calls('visitor', 'photos_of_link', `'no such token'`),
  calls('visitor', 'visit_photo_link', `'no such token'`),
  calls('visitor', 'choose_photo_consent', `'no such token', true`),
  calls('holder', 'booking_photo_link', `${someBooking}, 'customer5001@example.com'`),
  calls('customer', 'booking_photo_links', `array[${bookingOfAccount}]::uuid[]`),
  calls('visitor', 'rain_offer', `'no such token'`),
  calls('visitor', 'swap_offer', `'no such token'`),
  calls('visitor', 'answer_swap', `'no such token', true`),
  calls('visitor', 'visit_status', `'no such token'`),
  calls('visitor', 'open_balance_of_visit', `'no such token'`),
  calls('visitor', 'choose_rain_time', `'no such token', ${someBooking}`),
  calls('visitor', 'decline_rain_times', `'no such token'`),
  calls('visitor', 'waiting_offer', `'no such token'`),
  calls('visitor', 'decline_waiting_offer', `'no such token', true`),
  calls('customer', 'is_admin', ''),
  calls('customer', 'my_crew', ''),
  calls('customer', 'crew_days', '', week),
  calls('customer', 'crew_visits_to_keep', '', week),
  calls('customer', 'my_data', ''),
  calls('customer', 'second_factor_status', ''),
  calls('customer', 'sign_in_methods', ''),
  calls('customer', 'create_recovery_codes', ''),
  calls('customer', 'use_recovery_code', `'no such code'`),
  calls('customer', 'delete_my_account', ''),
];

const someAccount = `'00000000-0000-4000-8000-000000000123'`;
const ofAccount = `${booking} || jsonb_build_object(
  'user_id', ${someAccount}, 'hold_token', 'a token', 'replaces_booking_id', ${someBooking})`;

/** What happens while many times are held. */
export const holdQuestions: readonly Question[] = [
  calls('server', 'hold_slot', `${booking}, 15, 5`, day),
  { ...calls('server', 'hold_slot', `${ofAccount}, 15, 5`, day), name: 'hold slot of an account' },
  calls('server', 'holds_being_paid', `${someBooking}, 'a token', ${someAccount}, 'a@example.com'`),
];

/** The queries of server functions and workers. */
export const server: readonly AskedBy[] = [
  calls('server', 'hold_slot', `${booking}, 15, 5`, day),
  { ...calls('server', 'hold_slot', `${withCoupon}, 15, 5`, day), name: 'hold slot with a coupon' },
  reads(
    'host',
    'coupon_uses',
    'whether a coupon is used up',
    `select private.uses_of_coupon('NEWCUSTOMER20', '{}', 50)`,
  ),
  calls('server', 'holds_being_paid', `${someBooking}, null, null, null`),
  calls('server', 'own_hold', `${someBooking}, 'a token', null`),
  calls('server', 'removed_booking_photos', '', batch),
  calls('server', 'forget_old_work', '', batch),
  calls('server', 'link_shows_photo', `${somePhoto}, 'no such token'`),
  calls('server', 'forget_booking_photos', `array[${somePhoto}]::uuid[]`),
  calls('server', 'extend_hold', `${someBooking}, 15, 2, 5`),
  calls('server', 'booking_for_payment', someBooking),
  calls('server', 'begin_payment', `${someBooking}, 'pi_new', 2000`),
  calls('server', 'settle_payment', `'pi_' || ${someBooking}, ${someBooking}, 2000`),
  calls(
    'server',
    'apply_payment_event',
    `'evt_1', 'payment_intent.processing', 'pi_' || ${someBooking}, ${someBooking}, 2000, '{}'`,
  ),
  calls(
    'server',
    'apply_dispute',
    `'evt_1', 'charge.dispute.created', now(), 'pi_' || ${someBooking}, jsonb_build_object(
      'id', 'dp_1', 'amount_cents', 2000, 'reason', 'fraudulent', 'status', 'needs_response', 'has_evidence', false,
      'opened_at', now(), 'withdrawn_cents', 2000, 'withdrawn_at', now(), 'reinstated_cents', 0, 'fee_cents', 0)`,
  ),
  calls('server', 'balance_of_link', `'no such token'`),
  calls('server', 'begin_balance', `${comingBooking}, 'pi_balance', 9999, 0`),
  calls('server', 'release_booking', `${someBooking}, 0, 2000, 'customer'`),
  calls('server', 'refund_booking', `${someBooking}, 1, 2000, gen_random_uuid(), null`),
  calls('server', 'payments_to_reconcile', '20, 60', batch),
  calls('server', 'keep_hold_for_payment', `'pi_' || ${someBooking}, 10, 60`),
  calls('server', 'refunds_to_send', '20, 60', batch),
  calls('server', 'record_refund', `${someBooking}, 're_1', 'succeeded'`),
  calls('server', 'claim_mail', '20, 60', batch),
  calls('server', 'finish_mail', someBooking),
  calls('server', 'postpone_mail', `${someBooking}, 'nobody answers'`),
  calls('server', 'refuse_mail', `${someBooking}, 'no such mailbox'`),
  calls('server', 'drop_mail', someBooking),
  calls('server', 'mail_offer_stands', someBooking),
  calls('server', 'queue_due_mails', '', month),
  calls('server', 'queue_due_texts', ''),
  calls('server', 'next_text', ''),
  calls('server', 'begin_text', `${someBooking}, 'Hello', 1`),
  calls('server', 'finish_text', `${someBooking}, 'sent'`),
  calls('server', 'receive_text', `'SM1', '+19055550101', 'Hello'`),
  calls('server', 'note_text_status', `${someBooking}, 'SM1', 'sent'`),
  calls('server', 'forget_old_texts', ''),
  calls('server', 'delete_expired', '', batch),
  calls('server', 'expire_offers', ''),
  calls('server', 'keep_mileage', '', month),
  calls('server', 'forget_unpaid_bookings', '100'),
  calls('server', 'waiting_to_be_offered', '', month),
  calls('server', 'offer_freed_time', `${someBooking}, '09:00', 60`),
  calls('server', 'take_payment_sweep', '60'),
  calls('server', 'report_trouble', `'disk', null`),
  calls('server', 'scan_payments', '20', month),
  calls('server', 'unrecorded_intents', `'{pi_new}'`),
  calls(
    'server',
    'unrecorded_refunds',
    `'[{"id": "re_new", "payment_intent_id": "pi_new", "status": "succeeded"}]'`,
  ),
  calls('server', 'note_unmatched_intent', `'pi_new', ${someBooking}, 'unknown', '{}'`),
  calls('server', 'finding_to_mend', someBooking),
  calls('server', 'choose_mail', `'no such secret'`),
  calls('server', 'read_calendar_feed', `'no such secret'`, month),
  calls('server', 'join_waiting_list', waiting),
  calls('server', 'ways_to_ask', '', 8000),
  calls('server', 'address_to_find', '', 8000),
  calls('server', 'times_taken_for', `'L7C 1A1', current_date + 1, current_date + 31`, 2000),
  calls(
    'server',
    'nearby_starts_for',
    `'L7C 1A1', jsonb_build_array(jsonb_build_object('date', current_date + 1, 'time', '09:00')), 120, 'basic-wash'`,
    2000,
  ),
  reads(
    'server',
    'travel_settings',
    'the discount of a visit near another one',
    'select nearby_discount_cents from public.travel_settings',
  ),
  reads(
    'server',
    'payments',
    'the payments of a booking',
    `select stripe_payment_intent_id from public.payments where booking_id = ${someBooking} and method = 'online' order by created_at`,
  ),
  reads(
    'server',
    'booked_slots',
    'the taken times of a rain day',
    `select * from public.booked_slots where booking_date >= current_date + 1 and booking_date <= current_date + 14`,
    month,
  ),
];

const account = (condition: string) =>
  `select users.*, (
     select jsonb_agg(to_jsonb(factor) order by created_at) from auth.mfa_factors as factor where user_id = users.id
   ) as factors from auth.users where ${condition}`;

/** The host's queries about accounts, as its own role. */
export const accounts: readonly AskedBy[] = [
  reads('host', 'users', 'an account by its address', account(`email = 'person123@example.com'`)),
  reads('host', 'users', 'an account by its number', account(`phone = '19055550101'`)),
  reads('host', 'users', 'an account by its id', account(`id = ${someBooking}`)),
  reads('host', 'sessions', 'a session', `select * from auth.sessions where id = ${someBooking}`),
  reads(
    'host',
    'sessions',
    'the sessions of a person',
    `delete from auth.sessions where user_id = ${someBooking}`,
  ),
  reads(
    'host',
    'refresh_tokens',
    'a refresh token',
    `update auth.refresh_tokens set used_at = now() where token_hash = 'hash123'`,
  ),
  reads(
    'host',
    'rate_limits',
    'what was counted',
    `delete from auth.rate_limits where key_hash = 'hash123'`,
  ),
  reads(
    'host',
    'rate_limits',
    'what was counted long ago',
    `delete from auth.rate_limits where key_hash in (
       select key_hash from auth.rate_limits where expires_at < now() limit 20 for update skip locked)`,
  ),
  reads(
    'host',
    'one_time_tokens',
    'a token of a mail',
    `select * from auth.one_time_tokens where user_id = ${someBooking}`,
  ),
];

/**
 * Not tested here, with the reason: the owner's changes of one row by its key, tables that do not grow with the
 * business, and plain inserts.
 */
export const notAsked: Readonly<Record<string, string>> = {
  website_texts: 'has four rows at most',
  unanswered_questions: 'has two hundred rows at most',
  keep_unanswered_question: 'has two hundred rows at most',
  delete_unanswered_question: 'deletes one row by its key',
  attach_payment: 'mends one finding',
  mend_finding: 'mends one finding',
  refund_excess: 'mends one finding',
  retry_refund: 'mends one finding',
  book_by_phone: 'takes its time as hold_slot does',
  change_visit: 'changes one booking, and takes its time as hold_slot does',
  enqueue_mail: 'writes a row',
  forget_old_waiting:
    'empties, once an hour, what is older than a month, and what is left is small',
  forget_old_operations: 'empties by an index, once an hour, what is older than 90 days',
  hand_over_payment: 'adds one row to a list',
  record_handed_over: 'changes one booking of the owner’s',
  do_visit_operation: 'changes one booking of the owner’s',
  keep_found_place: 'writes the place of one visit',
  keep_ways: 'writes the ways from one place',
  forget_old_ways:
    'empties, once an hour, what is older than 60 days, and there are few pairs of places',
  travel_service_failed: 'writes a row',
  mail_outbox: 'writes a row',
  mark_done: 'changes one booking of the owner’s',
  mark_no_show: 'changes one booking of the owner’s',
  ask_photo_consent: 'changes one visit',
  add_pair_to_gallery: 'changes one visit',
  remove_pair_from_gallery: 'changes one visit',
  gallery_files_to_delete: 'holds files for half a minute',
  forget_gallery_files: 'holds files for half a minute',
  visit_work: 'is among the screens',
  add_work_photo: 'changes one visit',
  remove_work_photo: 'changes one visit',
  restore_work_photo: 'changes one visit',
  tick_item: 'changes one visit',
  add_condition_mark: 'changes one visit',
  remove_condition_mark: 'changes one visit',
  move_booking: 'changes one booking of the owner’s',
  crew_after_move: 'locks a day, as a move does',
  change_crew: 'changes one booking of the owner’s',
  save_crew: 'changes one crew',
  remove_crew: 'removes one crew by its work ahead, as the crews do',
  add_crew_member: 'finds one account',
  invite_crew_member: 'finds one account',
  withdraw_crew_invitation: 'removes one invitation',
  record_payment: 'changes one booking of the owner’s',
  correct_booking: 'changes one booking of the owner’s',
  send_booking_message: 'changes one booking of the owner’s',
  send_payment_link: 'changes one booking of the owner’s',
  save_booking_note: 'changes one booking of the owner’s',
  set_on_my_way: 'changes one booking of the owner’s',
  set_work_began: 'changes one booking of the owner’s',
  undo_on_my_way: 'changes one booking of the owner’s',
  undo_work_began: 'changes one booking of the owner’s',
  undo_payment: 'changes one booking of the owner’s',
  undo_visit_mark: 'changes one booking of the owner’s',
  inquiries: 'writes a row',
  save_business_draft: 'a table of one row',
  business_draft: 'a table of one row',
  business_versions: 'reads one version by its key',
  publish_business: 'adds one version by its key',
  require_fresh_proof: 'reads the token',
  set_info_email: 'a table of one row',
  set_second_factor_required: 'a table of one row',
  unused_photos: 'looks through all photos, once an hour',
  default_mails: 'a row for each kind of mail',
  email_templates: 'a row for each kind of mail',
  mail_settings: 'a row for each kind of mail',
  text_settings: 'a table of one row',
};
