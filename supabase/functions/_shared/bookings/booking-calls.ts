import { z } from 'zod';
import type { Json } from '../../../database-types.ts';
import { bookingStatuses } from '../../../../domain/booking/booking.ts';
import { business } from '../../../../domain/business.ts';
import { vehicleTypes } from '../../../../domain/booking/catalogue.ts';
import { bookingPaymentOptions } from '../../../../domain/money/pricing.ts';
import type { ServiceRest } from '../http/deps.ts';
import { CodedError } from '../http/errors.ts';
import { rpcAnswer } from '../http/rpc-answer.ts';

/** Removes unpaid bookings that nobody came back for in 30 days, and nobody can pay any more; how many. */
export const forgetUnpaidBookings = (rest: ServiceRest, batch = 200) =>
  rpcAnswer(rest.rpc('forget_unpaid_bookings', { batch }), z.number());

const cents = z.number().int().nonnegative();

const storedBooking = z.object({
  id: z.string(),
  customer_name: z.string(),
  /** Null for somebody who called and gave none. */
  customer_email: z.string().nullable(),
  service_name: z.string(),
  vehicle_type: z.enum(vehicleTypes),
  car_model: z.string(),
  car_year: z.number(),
  booking_date: z.string(),
  booking_time: z.string(),
  duration_minutes: z.number(),
  status: z.enum(bookingStatuses),
  payment_option: z.enum(bookingPaymentOptions),
  price_cents: cents,
  discount_cents: cents,
  tip_cents: cents,
  tax_cents: cents,
  total_cents: cents,
  due_now_cents: cents,
  deposit_cents: cents,
  tax_label: z.string(),
  free_cancellation_hours: z.number(),
  /** Since when a late move keeps the deposit; null when none did. */
  deposit_kept_since: z.string().nullable(),
  /** It was called off for rain, and its customer has no other time yet. */
  is_rained_out: z.boolean(),
  /** When the visit was marked as done, or as missed. */
  done_at: z.string().nullable(),
  no_show_at: z.string().nullable(),
  address: z.string(),
  city: z.string(),
  province: z.string(),
  postal_code: z.string(),
  calendar_sequence: z.number(),
  /** What calendars know the appointment by; opens nothing. */
  calendar_uid: z.string(),
  /** When the hold ends; null when there is no claim on a time, or when the claim is permanent. */
  expires_at: z.string().nullable(),
  /** All that was ever charged, refunded or not. */
  paid_cents: cents,
  refunded_cents: cents,
  /** What is left to be paid on site, as far as it was noted. */
  due_on_site_cents: cents,
  /** What was paid online and is not on its way back: a refund goes there first. */
  online_kept_cents: cents,
});

/** A booking with the state of its hold and its money. */
export type StoredBooking = z.infer<typeof storedBooking>;

export async function findBooking(
  rest: ServiceRest,
  bookingId: string,
): Promise<StoredBooking | null> {
  return rpcAnswer(
    rest.rpc('booking_for_payment', { target_booking_id: bookingId }),
    storedBooking.nullable(),
  );
}

/** Throws `booking_not_found`. */
export async function readBooking(rest: ServiceRest, bookingId: string): Promise<StoredBooking> {
  const booking = await findBooking(rest, bookingId);
  if (!booking) throw new CodedError('booking_not_found');
  return booking;
}

/** Stores a booking taken by phone; its id. Throws `already_booked_otherwise`, `slot_taken`, `coupon_used`. */
export const bookByPhone = (rest: ServiceRest, booking: Json, actingAdmin: string) =>
  rpcAnswer(rest.rpc('book_by_phone', { booking, acting_admin: actingAdmin }), z.string());

/** Whose holds a new booking takes the place of; null names nobody. The email address is the owner's to name. */
export type Replacement = {
  namedBookingId: string | null;
  holdToken: string | null;
  account: string | null;
  email: string | null;
};

/** Those of them that somebody may be paying for. */
export const holdsBeingPaid = (rest: ServiceRest, replacement: Replacement) =>
  rpcAnswer(
    rest.rpc('holds_being_paid', {
      named_booking_id: replacement.namedBookingId,
      holder_token: replacement.holdToken,
      account: replacement.account,
      email: replacement.email,
    }),
    z.array(z.string()),
  );

const held = z.object({ booking_id: z.string(), expires_at: z.string() });

/**
 * Stores an unpaid booking and takes its time; one that is held for the visitor off the waiting list is theirs
 * by the token of the offer. Throws `slot_taken`, `coupon_used`, `payment_processing`, `too_many_holds`.
 */
export async function holdSlot(rest: ServiceRest, booking: Json, offerToken: string | null = null) {
  const call = rest.rpc('hold_slot', {
    booking,
    hold_minutes: business.hold.minutes,
    max_open_holds: business.hold.maxOpenPerAddress,
    max_open_holds_of_email: business.hold.maxOpenPerEmail,
  });
  const answer = await rpcAnswer(
    offerToken === null ? call : call.setHeader('x-offer-token', offerToken),
    held,
  );
  return { bookingId: answer.booking_id, expiresAt: answer.expires_at };
}

/** Throws `slot_taken`, `no_extensions_left`, `too_many_holds`, `not_awaiting_payment`, `booking_not_found`. */
export async function extendHold(rest: ServiceRest, bookingId: string) {
  const answer = await rpcAnswer(
    rest.rpc('extend_hold', {
      target_booking_id: bookingId,
      hold_minutes: business.hold.minutes,
      max_extensions: business.hold.maxExtensions,
      max_open_holds: business.hold.maxOpenPerAddress,
      max_open_holds_of_email: business.hold.maxOpenPerEmail,
    }),
    held.extend({ extensions_left: z.number() }),
  );
  return { expiresAt: answer.expires_at, extensionsLeft: answer.extensions_left };
}

const decidedRefund = z.object({
  id: z.string(),
  /** Null for what was paid on site, and is given back by hand. */
  payment_intent_id: z.string().nullable(),
  amount_cents: cents,
});

export type DecidedRefund = z.infer<typeof decidedRefund>;

const released = z.object({
  outcome: z.enum(['cancelled', 'already_cancelled']),
  refunds: z.array(decidedRefund),
});

/** Cancels: the time is free at once and the refunds wait to be sent. Throws `booking_changed`. */
export async function releaseBooking(
  rest: ServiceRest,
  request: {
    bookingId: string;
    refundCents: number;
    expectedPaidCents: number;
    reason: string;
    /** Who cancels for the business. Without one the customer does. */
    actingAdmin?: string;
    /** What the policy gives back, where she chose the amount herself. */
    policyCents?: number;
  },
) {
  return rpcAnswer(
    rest.rpc('release_booking', {
      target_booking_id: request.bookingId,
      refund_cents: request.refundCents,
      expected_paid_cents: request.expectedPaidCents,
      reason: request.reason,
      ...(request.actingAdmin && { acting_admin: request.actingAdmin }),
      ...(request.policyCents !== undefined && { policy_cents: request.policyCents }),
    }),
    released,
  );
}
