import * as z from 'zod/mini';
import type { CheckoutState } from '../../domain/booking/checkout.ts';
import { paymentOptions } from '../../domain/money/pricing.ts';
import { functionContract, sqlContract, type AnswerOf } from './contract.ts';
import {
  bookingStatus,
  flag,
  maybeText,
  paymentOption,
  taxLines,
  text,
  vehicleType,
  whole,
} from './values.ts';

const cents = whole.check(z.nonnegative());

/** The optional texts of `domain/booking/more-fields.ts` by column; empty when not given. */
export const more = z.record(text, text);

const soldAddOns = z.array(z.object({ id: text, name: text, priceCents: cents, minutes: whole }));

/** The add-ons of a booking as they were sold; null without any. */
export const addOns = z.optional(z.nullable(soldAddOns));

/** The ids of a booking's stored photos, in their order. */
export const photoIds = z.optional(z.array(text));

/** The steps of a visit on its day; older servers don't tell. */
export const visitSteps = {
  on_my_way_at: z.optional(maybeText),
  arriving_in_minutes: z.optional(z.nullable(whole)),
  work_began_at: z.optional(maybeText),
};

/** The columns for every reader of a whole booking. */
export const bookingColumns = {
  id: text,
  customer_name: text,
  /** Null for a phone booking without an email address. */
  customer_email: maybeText,
  service_name: text,
  vehicle_type: vehicleType,
  /** The class as it was sold; null for bookings of before. */
  vehicle_name: z.optional(maybeText),
  add_ons: addOns,
  car_model: text,
  car_year: whole,
  booking_date: text,
  booking_time: text,
  duration_minutes: whole,
  status: bookingStatus,
  payment_option: paymentOption,
  price_cents: cents,
  discount_cents: cents,
  /** A part of the discount. */
  nearby_discount_cents: z._default(cents, 0),
  tip_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  due_now_cents: cents,
  deposit_cents: cents,
  tax_label: text,
  tax_lines: taxLines,
  address: text,
  city: text,
  province: text,
  postal_code: text,
  more,
  /** When the visit was marked as done or as a no-show. */
  done_at: maybeText,
  no_show_at: maybeText,
};

/**
 * Details that a booking's id alone does not reveal. Amounts are integer cents. `due_now_cents` is 0 unless a payment
 * is awaited; `hold_expires_at` is an instant, or null when the claim is permanent or there is none.
 */
export const bookingDetails = sqlContract(
  'booking_details',
  z.array(
    z.object({
      booking_id: text,
      customer_name: text,
      customer_email: maybeText,
      customer_phone: text,
      address: text,
      city: text,
      province: text,
      postal_code: text,
      more,
      photos: photoIds,
      price_cents: whole,
      discount_cents: whole,
      nearby_discount_cents: z._default(whole, 0),
      tip_cents: whole,
      tax_cents: whole,
      tax_lines: taxLines,
      add_ons: addOns,
      coupon_code: z.optional(maybeText),
      total_cents: whole,
      deposit_cents: whole,
      /** Tips of later payments, which are not in the total. Older servers don't tell. */
      later_tip_cents: z.optional(whole),
      paid_cents: whole,
      refunded_cents: whole,
      /** Of that, what is to be refunded by hand. Older servers don't tell. */
      owed_cents: z.optional(whole),
      /** Of the rest, what a bank holds or took in disputes. Older servers don't tell. */
      disputed_cents: z.optional(whole),
      due_now_cents: whole,
      due_on_site_cents: whole,
      /** What was refunded and is not charged, with its tax. Older servers don't tell. */
      reduced_cents: z.optional(whole),
      reduced_tax_cents: z.optional(whole),
      hold_expires_at: maybeText,
      hold_extensions: whole,
    }),
  ),
);

export type BookingDetails = AnswerOf<typeof bookingDetails>[number];

/** The optional texts as they are stored now. */
export const bookingMore = sqlContract('save_booking_more', more);

/** The ids of the caller's bookings that were cancelled because of rain and have no new time yet. */
export const rainedOutBookings = sqlContract('rained_out_bookings', z.array(text));

/** A booking with the state of its hold and its money; null when there is none. */
export const storedBooking = sqlContract(
  'booking_for_payment',
  z.nullable(
    z.object({
      ...bookingColumns,
      customer_phone: text,
      free_cancellation_hours: whole,
      /** When a late move made the deposit non-refundable; null without one. */
      deposit_kept_since: maybeText,
      /** Until when cancelling stays free after a move by the business, whatever the hours say. */
      cancellation_free_until: z._default(maybeText, null),
      /** The visit was cancelled because of rain and has no new time yet. */
      is_rained_out: flag,
      /** Whether its id alone opens it: not once its email address was corrected. */
      opens_by_id: z._default(flag, true),
      /** Tips given on site and not refunded. */
      given_tip_cents: cents,
      calendar_sequence: whole,
      /** The appointment's UID in calendars; grants no access. */
      calendar_uid: text,
      /** When the hold expires; null without a claim, or with a permanent one. */
      expires_at: maybeText,
      /** Everything ever charged, refunded or not. */
      paid_cents: cents,
      refunded_cents: cents,
      /** Of that, what is to be refunded by hand. */
      owed_cents: z._default(cents, 0),
      /** Of the rest, what a bank holds or took in disputes. */
      disputed_cents: z._default(cents, 0),
      /** Whether a bank disputes a payment, and nothing is decided. */
      has_open_dispute: z._default(flag, false),
      /** The amount due on site, less recorded payments. */
      due_on_site_cents: cents,
      /** Tips of later payments, which are not in the total. */
      later_tip_cents: z._default(cents, 0),
      /** What was refunded and is not charged, with its tax. */
      reduced_cents: z._default(cents, 0),
      reduced_tax_cents: z._default(cents, 0),
      /** What could go back to a card: a refund uses this first. */
      online_kept_cents: cents,
    }),
  ),
);

export type StoredBooking = NonNullable<AnswerOf<typeof storedBooking>>;

const held = z.object({ booking_id: text, expires_at: text });

export const heldSlot = sqlContract(
  'hold_slot',
  z.extend(held, {
    /** Whether it is near another visit, and has the price for one. */
    is_nearby: z._default(flag, false),
  }),
);

export const extendedHold = sqlContract('extend_hold', z.extend(held, { extensions_left: whole }));

const decidedRefunds = z.array(
  z.object({
    id: text,
    /** Null for a refund by hand: of a payment on site, or of what is left of one that a bank has taken back. */
    payment_intent_id: maybeText,
    amount_cents: cents,
  }),
);

export const releasedBooking = sqlContract(
  'release_booking',
  z.object({
    outcome: z.enum(['cancelled', 'already_cancelled']),
    refunds: decidedRefunds,
  }),
);

/** A refund without cancelling. */
export const refundedBooking = sqlContract(
  'refund_booking',
  z.object({ outcome: z.enum(['refunded', 'already_refunded']), refunds: decidedRefunds }),
);

export type DecidedRefund = AnswerOf<typeof releasedBooking>['refunds'][number];

const checkout: z.ZodMiniType<CheckoutState> = z.object({
  bookingId: text,
  paymentOption: z.enum(paymentOptions),
  depositAmount: whole,
  totalAmount: whole,
  tipAmount: whole,
  price: whole,
  discount: whole,
  nearbyDiscount: z.optional(whole),
  addOns: z.optional(soldAddOns),
  taxAmount: whole,
  taxLines: z.optional(z.array(z.object({ label: text, cents: whole }))),
  couponCode: z.optional(maybeText),
  amountDueNow: whole,
  serviceName: text,
  serviceId: text,
  vehicleType,
  carModel: text,
  carYear: whole,
  bookingDate: text,
  bookingTime: text,
  holdExpiresAt: text,
  customerInfo: z.object({
    name: text,
    email: text,
    phone: text,
    address: text,
    city: text,
    province: text,
    postalCode: text,
    locationType: z.literal('mobile'),
  }),
});

/** A booking as the server stored it. No price comes from the browser. */
export const createdBooking = functionContract(
  'create-booking',
  z.object({
    bookingId: text,
    holdExpiresAt: text,
    checkout,
  }),
);

export type CreatedBooking = AnswerOf<typeof createdBooking>;

export const prolongedHold = functionContract(
  'extend-hold',
  z.object({ holdExpiresAt: text, extensionsLeft: whole }),
);

/** `refundAmount` in cents. */
const cancelled = z.object({ refundAmount: whole, bookingStatus });

export const cancellation = functionContract('cancel-booking', cancelled);

/**
 * In cents: the deposit stored with the booking, omitted if it is already cancelled, and what a bank holds or took back
 * in a dispute.
 */
export const cancellationPreview = functionContract(
  'cancel-booking',
  z.extend(cancelled, { depositAmount: z.optional(whole), disputedAmount: z.optional(whole) }),
);
