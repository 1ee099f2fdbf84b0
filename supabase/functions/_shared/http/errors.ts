import { couponRefusals } from '../../../../domain/money/coupon-refusals.ts';
import { sharedRefusals } from '../../../../domain/refusals.ts';

/**
 * The errors of functions, with HTTP status and a sentence for people. A code is part of the wire format; the
 * sentence is not.
 */
const errorTable = {
  invalid_input: [400, 'Some details are missing or incorrect. Please check them.'],
  invalid_json: [400, 'The request could not be read.'],
  invalid_signature: [400, 'The signature of this message is invalid.'],
  event_malformed: [
    400,
    'This event lacks what its type has, or an amount is no whole number of cents.',
  ],
  event_of_another_account: [400, 'This event is of another account, or of the other mode.'],
  event_from_the_future: [400, 'This event is dated more than an hour ahead.'],
  refund_too_large: [400, 'That’s more than what is left of the payments.'],
  template_broken: [400, 'This template has errors. Please correct them first.'],
  secret_wrong: [401, 'This call needs the secret of the scheduler.'],
  sign_in_needed: [401, 'Please sign in first.'],
  session_ended: [401, 'You have been signed out. Please sign in again, or continue as a guest.'],
  administrators_only: [403, sharedRefusals.administrators_only],
  link_unknown: [404, 'We couldn’t find this link. Please open it from the email again.'],
  text_signature_wrong: [403, 'The signature of this message is invalid.'],
  reauthentication_needed: [403, sharedRefusals.reauthentication_needed],
  booking_not_found: [404, 'We couldn’t find that booking.'],
  photo_not_found: [404, 'This photo was removed.'],
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'This address only accepts POST requests.'],
  add_on_unavailable: [
    409,
    'One of these add-ons is no longer available. Please check your choice and try again.',
  ],
  already_booked_otherwise: [
    409,
    'This booking was already made, with the details you first sent. Your later changes aren’t included.',
  ],
  already_refunded_otherwise: [
    409,
    'Your first try made a refund of another amount. Your later changes aren’t included. Please reload the page.',
  ],
  already_paid: [409, 'This booking is already paid.'],
  amount_mismatch: [
    409,
    'The price of this booking has changed. Nothing was charged. Please reload the page and check the total.',
  ],
  business_changed: [409, sharedRefusals.business_changed],
  nothing_to_publish: [409, 'There is nothing to publish.'],
  balance_changed: [
    409,
    'The amount due has changed. Nothing was charged. Please check the new amount.',
  ],
  too_little_to_charge: [409, sharedRefusals.too_little_to_charge],
  booking_cancelled: [409, 'This booking was cancelled. Please choose a new time.'],
  finding_not_found: [404, 'This payment no longer needs attention.'],
  finding_closed: [409, 'This payment is already resolved.'],
  note_needed: [400, 'Please enter a short reason.'],
  nothing_to_attach: [409, 'There is no payment that could be applied to a booking.'],
  attach_amount_differs: [
    409,
    'That booking needs a different amount, so the payment wasn’t applied. Refund it, or choose another booking.',
  ],
  payment_of_another_booking: [409, 'This payment already belongs to another booking.'],
  refund_on_its_way: [409, 'This refund has already been sent.'],
  nothing_to_refund: [409, 'There is nothing left to refund.'],
  charged_back: [
    409,
    'The customer’s bank has taken this payment back, so it can’t be refunded. Answer the dispute instead.',
  ],
  payment_disputed: [
    409,
    'The customer’s bank disputes a payment of this booking. Please confirm that you refund anyway.',
  ],
  booking_changed: [
    409,
    'This booking changed while you had it open. Please reload the page and try again.',
  ],
  not_confirmed: [409, 'This booking isn’t confirmed yet: the customer hasn’t paid.'],
  visit_rained_out: [409, 'This visit was cancelled because of rain and needs a new time first.'],
  outside_hours: [409, 'The visit would end outside your opening hours.'],
  booking_past: [409, 'This booking has already started, so it can no longer be cancelled online.'],
  date_too_far: [409, sharedRefusals.date_too_far],
  day_has_times: [409, 'A time on this day is available again. Please check its times.'],
  coupon_unknown: [409, couponRefusals.coupon_unknown],
  coupon_used: [409, couponRefusals.coupon_used],
  coupon_held: [409, couponRefusals.coupon_held],
  coupon_used_up: [409, couponRefusals.coupon_used_up],
  coupon_first_visit: [409, couponRefusals.coupon_first_visit],
  no_extensions_left: [409, 'We can’t hold this time any longer. Please pay now or start again.'],
  not_awaiting_payment: [409, 'This booking doesn’t need a payment.'],
  outside_service_area: [
    409,
    'We don’t serve this postal code yet. Please send us a message, and we’ll see what we can do.',
  ],
  paid_too_late: [
    409,
    'Your payment arrived after this time was booked by another customer. We’re refunding it in full. Please choose a new time.',
  ],
  payment_open: [
    409,
    'This payment is open in another window. Nothing was charged. Please try again.',
  ],
  payment_processing: [409, 'Your payment is being processed. Please wait a moment.'],
  replaced_is_paid: [
    409,
    'Your earlier payment went through, so that appointment is confirmed. Nothing else was booked. To move it, see your email.',
  ],
  slot_taken: [409, sharedRefusals.slot_taken],
  crews_off: [409, 'No crew works at this time. Please choose another time.'],
  van_not_there: [
    409,
    'No crew can be there in time: its van leaves later, or couldn’t be back by the end of the day. Please choose another time.',
  ],
  no_crew_for_service: [409, 'No crew that works at this time does this service.'],
  time_in_past: [409, sharedRefusals.time_in_past],
  time_not_offered: [409, sharedRefusals.time_not_offered],
  visit_too_long: [
    409,
    'With these add-ons the visit would take more than 12 hours. Please choose fewer of them.',
  ],
  hold_lapsed: [
    410,
    'This time is no longer available. Nothing was charged. Please choose a new time.',
  ],
  body_too_large: [413, 'The request is too large.'],
  too_many_places: [
    429,
    'This connection has asked about too many places. Please try again in an hour, or call us.',
  ],
  too_many_waiting: [
    429,
    'Our waiting list has received too many requests. Please try again later, or call us.',
  ],
  too_many_holds: [
    429,
    'This connection or email address has too many unpaid bookings. Pay for one of them, or try again in 15 minutes.',
  ],
  too_many_cancelled: [
    429,
    'Several bookings with this email address were cancelled today. Please call us to book another one.',
  ],
  internal_error: [500, sharedRefusals.unexpected],
  photos_away: [503, 'Photos can’t be loaded right now. Please try again in a moment.'],
  database_away: [503, sharedRefusals.database_away],
  payment_unavailable: [
    502,
    'We couldn’t reach the payment service. Nothing was charged. Please try again in a moment.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errorTable;
export type ErrorFields = Readonly<Record<string, string>>;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorTable, text);

/** The error that functions throw deliberately; any other becomes `internal_error`. */
export class CodedError extends Error {
  override readonly name = 'CodedError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Sentences for single form fields, by field name. */
  readonly fields: ErrorFields | undefined;

  constructor(code: ErrorCode, options: { fields?: ErrorFields; cause?: unknown } = {}) {
    const [status, message] = errorTable[code];
    super(message, { cause: options.cause });
    this.code = code;
    this.status = status;
    this.fields = options.fields;
  }
}
