import { forPeople, forServer, type SqlFunction } from './cell-makers.ts';
import { businessFunctions } from './cells/business.ts';
import { calendarFunctions } from './cells/calendar.ts';
import { crewFunctions } from './cells/crews.ts';
import { customerFunctions } from './cells/customers.ts';
import { dashboardFunctions } from './cells/dashboard.ts';
import { hoursFunctions } from './cells/hours.ts';
import { balanceFunctions, findingFunctions, moneyFunctions } from './cells/money.ts';
import { rainFunctions } from './cells/rain.ts';
import { bookingFunctions } from './cells/booking.ts';
import { textFunctions } from './cells/texts.ts';
import { timeFunctions } from './cells/time.ts';

const unknown = `'00000000-0000-4000-8000-000000000001'`;
/** The answer of a function without a value. */
const done = null;

/**
 * Every SQL function of the data interface. Each has tests of its own; here every role calls it, mostly without
 * permission.
 */
export const sqlFunctions: readonly SqlFunction[] = [
  ...businessFunctions,
  ...dashboardFunctions,
  ...calendarFunctions,
  ...textFunctions,
  ...timeFunctions,
  ...crewFunctions,
  ...bookingFunctions,
  ...customerFunctions,
  ...hoursFunctions,
  ...moneyFunctions,
  ...balanceFunctions,
  ...findingFunctions,
  ...rainFunctions,
  forPeople('is_admin()', 'public.is_admin()', {
    visitors: false,
    administrators: true,
    service: false,
  }),
  forPeople('review_rating()', `public.review_rating() ->> 'count'`, {
    visitors: '1',
    administrators: '1',
    service: '1',
  }),
  forPeople('review_counts()', `public.review_counts() -> 0 ->> 'count'`, {
    visitors: '1',
    administrators: '1',
    service: '1',
  }),
  forPeople('my_data()', `public.my_data() -> 'account' ->> 'email'`, {
    owner: 'owner@example.com',
    stranger: 'stranger@example.com',
    info: 'info@example.com',
    member: 'member@example.com',
    ended: 'not_signed_in',
    administrator: 'boss@example.com',
    unproven: 'second_factor_needed',
    proven: 'careful@example.com',
  }),
  forPeople('delete_my_account()', 'public.delete_my_account()', {
    owner: 'upcoming_bookings',
    stranger: 'upcoming_bookings',
    info: done,
    member: done,
    unproven: 'second_factor_needed',
    ended: 'not_signed_in',
    administrators: done,
  }),
  forPeople('second_factor_status()', `public.second_factor_status() ->> 'is_administrator'`, {
    customers: 'false',
    unproven: 'true',
    ended: 'true',
    administrators: 'true',
  }),
  forPeople('set_second_factor_required(boolean)', 'public.set_second_factor_required(true)', {
    customers: 'administrator_needed',
    unproven: 'second_factor_needed',
    ended: 'second_factor_needed',
    administrator: 'second_factor_needed',
    proven: done,
  }),
  forPeople('create_recovery_codes()', 'cardinality(public.create_recovery_codes())', {
    customers: 'second_factor_needed',
    administrator: 'second_factor_needed',
    proven: 10,
  }),
  forPeople('sign_in_methods()', 'cardinality(public.sign_in_methods())', {
    customers: 1,
    ended: 'not_signed_in',
    unproven: 'second_factor_needed',
    administrator: 1,
    proven: 2,
  }),
  forPeople('coupon_offer(text,uuid,text)', `public.coupon_offer('NONE')`, {
    visitors: null,
    customers: null,
    administrators: null,
  }),
  forPeople('coupon_refusal(text)', `public.coupon_refusal('NONE')`, {
    customers: null,
    administrators: null,
  }),
  forPeople('use_recovery_code(text)', `public.use_recovery_code('AAAA-AAAA-AA')`, {
    customers: false,
    administrators: false,
  }),
  forServer('hold_slot(jsonb,integer,integer,integer)', `public.hold_slot('{}', 15, 5)`, '23502'),
  forServer(
    'holds_being_paid(uuid,text,uuid,text,text)',
    `cardinality(public.holds_being_paid(${unknown}, null, null, null))`,
    0,
  ),
  forServer('own_hold(uuid,text,uuid)', `public.own_hold(${unknown}, null, null)`, null),
  forServer(
    'extend_hold(uuid,integer,integer,integer,integer)',
    `public.extend_hold(${unknown}, 15, 1, 5)`,
    'booking_not_found',
  ),
  forServer('booking_for_payment(uuid)', `public.booking_for_payment(${unknown})`, null),
  forServer(
    'begin_payment(uuid,text,integer)',
    `public.begin_payment(${unknown}, 'pi_x', 1)`,
    'booking_not_found',
  ),
  forServer(
    'settle_payment(text,uuid,integer,text)',
    `public.settle_payment('pi_x', ${unknown}, 1, null)`,
    'booking_not_found',
  ),
  forServer(
    'apply_payment_event(text,text,text,uuid,integer,jsonb)',
    `public.apply_payment_event('evt_x', 'payment_intent.succeeded', 'pi_x', null, 1, '{}') ->> 'outcome'`,
    'ignored',
  ),
  forServer(
    'keep_hold_for_payment(text,integer,integer)',
    `public.keep_hold_for_payment('pi_x', 10)`,
    false,
  ),
  forPeople(
    'booking_details(uuid[],text)',
    `jsonb_array_length(public.booking_details(array[${unknown}]::uuid[], 'nobody@example.com'))`,
    { visitors: 0, customers: 0, administrators: 0 },
  ),
  forPeople(
    'save_booking_more(uuid,jsonb,text)',
    `public.save_booking_more(${unknown}, '{}', 'nobody@example.com')`,
    {
      visitors: 'booking_not_found',
      customers: 'booking_not_found',
      administrators: 'booking_not_found',
    },
  ),
  forServer(
    'payments_to_reconcile(integer,integer)',
    'count(*)::integer from public.payments_to_reconcile(10, 0)',
    0,
  ),
  forServer(
    'release_booking(uuid,integer,integer,text,uuid,integer,boolean,boolean)',
    `public.release_booking(${unknown}, 0, 0, 'x')`,
    'booking_not_found',
  ),
  forServer(
    'refund_booking(uuid,integer,integer,uuid,uuid,text,boolean,boolean)',
    `public.refund_booking(${unknown}, 1, 1, ${unknown}, null)`,
    'booking_not_found',
  ),
  forServer(
    'refunds_to_send(integer,integer)',
    'count(*)::integer from public.refunds_to_send(10, 60)',
    1,
  ),
  forServer(
    'record_refund(uuid,text,text,text)',
    `public.record_refund(${unknown}, 're_x', 'sent')`,
    'refund_not_found',
  ),
  forServer(
    'enqueue_mail(text,text,text,uuid,jsonb)',
    `public.enqueue_mail('x', 'x', 'a@b.example', null, '{}')`,
    done,
  ),
  forServer('claim_mail(integer,integer)', 'count(*)::integer from public.claim_mail(1, 60)', 1),
  forServer('finish_mail(uuid,text)', `public.finish_mail(${unknown})`, done),
  forServer('postpone_mail(uuid,text)', `public.postpone_mail(${unknown}, 'x')`, done),
  forServer('refuse_mail(uuid,text)', `public.refuse_mail(${unknown}, 'x')`, done),
  forServer('drop_mail(uuid)', `public.drop_mail(${unknown})`, done),
  forServer('mail_offer_stands(uuid)', `public.mail_offer_stands(${unknown})`, null),
  forServer('set_info_email(text)', `public.set_info_email('info@example.com')`, done),
  forServer('unused_photos()', 'count(*)::integer from public.unused_photos()', 0),
];
