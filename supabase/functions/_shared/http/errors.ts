import { sharedRefusals } from '../../../../domain/refusals.ts';

/**
 * The errors of functions, with HTTP status and a sentence for people. A code is part of the wire format; the
 * sentence is not.
 */
const errorTable = {
  invalid_input: [400, 'Some of the details are missing or not right. Please check them.'],
  invalid_json: [400, 'The request could not be read.'],
  invalid_signature: [400, 'The signature of this message is not valid.'],
  refund_too_large: [400, 'That is more than what was paid and not yet given back.'],
  template_broken: [400, 'This template cannot be sent as it is. Please correct it first.'],
  sign_in_needed: [401, 'Please sign in first.'],
  session_ended: [401, 'You have been logged out. Please log in again, or continue as a guest.'],
  administrators_only: [403, sharedRefusals.administrators_only],
  link_unknown: [404, 'We couldn’t find this link. Please open it from the email again.'],
  booking_not_found: [404, 'We could not find that booking.'],
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'This address only answers POST requests.'],
  already_booked_otherwise: [
    409,
    'This booking is taken already, as you first sent it. What you changed since is not in it.',
  ],
  already_paid: [409, 'This booking is already paid.'],
  amount_mismatch: [
    409,
    'The price of this booking is not the one on your screen. Nothing was charged. Please reload the page and check the total.',
  ],
  booking_cancelled: [409, 'This booking was cancelled. Please choose a new time.'],
  finding_not_found: [404, 'This payment does not need a look any more.'],
  finding_closed: [409, 'Somebody has looked after this payment already.'],
  note_needed: [400, 'Please say in a few words why.'],
  nothing_to_attach: [409, 'Stripe has no money for this that could be put to a booking.'],
  attach_amount_differs: [
    409,
    'This is not the amount that booking waits for, so it was not put to it. Please give it back, or choose another booking.',
  ],
  payment_of_another_booking: [409, 'This payment belongs to another booking already.'],
  refund_on_its_way: [409, 'This refund has reached Stripe meanwhile and is on its way.'],
  nothing_to_refund: [409, 'There is nothing left to give back.'],
  booking_changed: [
    409,
    'This booking changed while you were looking at it. Please look again and try once more.',
  ],
  booking_past: [409, 'This booking has already started, so it can no longer be cancelled online.'],
  day_has_times: [
    409,
    'There is a free time on this day after all. Please look at its times again.',
  ],
  coupon_unknown: [409, 'We do not know this coupon code.'],
  coupon_used: [
    409,
    'This coupon was already used with this email address, phone number or account.',
  ],
  no_extensions_left: [
    409,
    'This time was held as long as we can hold it. Please pay or start again.',
  ],
  not_awaiting_payment: [409, 'This booking is not waiting for a payment.'],
  outside_service_area: [
    409,
    'We do not come to this postal code yet. Please write to us, and we will see what we can do.',
  ],
  paid_too_late: [
    409,
    'Your payment came after we had to give this time away. We are refunding it in full. Please choose a new time.',
  ],
  payment_processing: [409, 'Your payment is being processed. Please wait a moment.'],
  replaced_is_paid: [
    409,
    'Your earlier payment went through, so that appointment is confirmed and nothing else was booked. See your email to move it.',
  ],
  slot_taken: [409, sharedRefusals.slot_taken],
  time_not_offered: [409, sharedRefusals.time_not_offered],
  hold_lapsed: [
    410,
    'We held this time as long as we could, and it is gone now. Nothing was charged. Please choose a new time.',
  ],
  body_too_large: [413, 'The request is too large.'],
  too_many_waiting: [
    429,
    'Too many requests to join our waiting list came in. Please try again later, or call us.',
  ],
  too_many_holds: [
    429,
    'Too many unpaid bookings were started from this connection or with this email address. Pay for one of them, or try again in 15 minutes.',
  ],
  internal_error: [500, sharedRefusals.unexpected],
  database_away: [503, sharedRefusals.database_away],
  payment_unavailable: [
    502,
    'We could not reach the payment service. Nothing was charged. Please try again in a moment.',
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
