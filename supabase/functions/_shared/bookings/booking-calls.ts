import type { Json } from '../../../database-types.ts';
import { fixedTerms } from '../../../../domain/business/fixed-terms.ts';
import type { ServiceRest } from '../http/deps.ts';
import { CodedError } from '../http/errors.ts';
import {
  extendedHold,
  heldSlot,
  refundedBooking,
  releasedBooking,
  storedBooking,
  type StoredBooking,
} from '../../../contracts/booking.ts';
import { rpc, rpcAnswer } from '../http/rpc-answer.ts';

/** Deletes unpaid bookings without activity for 30 days that can no longer be paid; returns their number. */
export const forgetUnpaidBookings = (rest: ServiceRest, batch = 200) =>
  rpc(rest, 'forget_unpaid_bookings', { batch });

/** More than a day's records, and few enough for one round. */
const mostSteps = 20;

/** Deletes records whose time is over, in small steps; returns their number. */
export async function deleteExpired(rest: ServiceRest): Promise<number> {
  let total = 0;
  for (let step = 0; step < mostSteps; step += 1) {
    const deleted = await rpc(rest, 'delete_expired', {});
    if (deleted === 0) break;
    total += deleted;
  }
  return total;
}

/** Deletes the keys of old operations; returns their number. */
export const forgetOldOperations = (rest: ServiceRest) => rpc(rest, 'forget_old_operations', {});

export const findBooking = (rest: ServiceRest, bookingId: string) =>
  rpc(rest, storedBooking, { target_booking_id: bookingId });

/** Throws `booking_not_found`. */
export async function readBooking(rest: ServiceRest, bookingId: string): Promise<StoredBooking> {
  const booking = await findBooking(rest, bookingId);
  if (!booking) throw new CodedError('booking_not_found');
  return booking;
}

/** Stores a phone booking; returns its id. Throws `already_booked_otherwise`, `slot_taken`, `coupon_used`, and
 * `time_in_past`, `date_too_far` or `time_not_offered` for a start `anyway`. */
export const bookByPhone = (rest: ServiceRest, booking: Json, actingAdmin: string) =>
  rpc(rest, 'book_by_phone', { booking, acting_admin: actingAdmin });

/**
 * The sender whose holds a new booking replaces; null for none. Only the owner may name an email address, for all its
 * holds. `namedEmail` only proves that the named booking is the sender's.
 */
export type Replacement = {
  namedBookingId: string | null;
  holdToken: string | null;
  account: string | null;
  email: string | null;
  namedEmail: string | null;
};

/** Those of them with a payment that may be in progress. */
export const holdsBeingPaid = (rest: ServiceRest, replacement: Replacement) =>
  rpc(rest, 'holds_being_paid', {
    named_booking_id: replacement.namedBookingId,
    holder_token: replacement.holdToken,
    account: replacement.account,
    email: replacement.email,
    named_email: replacement.namedEmail,
  });

/**
 * Stores an unpaid booking and holds its time; the token of a waiting-list offer turns the offer into the hold.
 * Throws `slot_taken`, `coupon_used`, `payment_processing`, `too_many_holds`,
 * `too_many_cancelled`.
 */
export async function holdSlot(rest: ServiceRest, booking: Json, offerToken: string | null = null) {
  const args = {
    booking,
    hold_minutes: fixedTerms.hold.minutes,
    max_open_holds: fixedTerms.hold.maxOpenPerAddress,
    max_open_holds_of_email: fixedTerms.hold.maxOpenPerEmail,
  };
  const headers = offerToken === null ? undefined : { 'x-offer-token': offerToken };
  const answer = await rpcAnswer(rest.call(heldSlot.name, args, headers), heldSlot.shape);
  return {
    bookingId: answer.booking_id,
    expiresAt: answer.expires_at,
    isNearby: answer.is_nearby,
  };
}

/** Throws `slot_taken`, `no_extensions_left`, `too_many_holds`, `not_awaiting_payment`, `booking_not_found`. */
export async function extendHold(rest: ServiceRest, bookingId: string) {
  const answer = await rpc(rest, extendedHold, {
    target_booking_id: bookingId,
    hold_minutes: fixedTerms.hold.minutes,
    max_extensions: fixedTerms.hold.maxExtensions,
    max_open_holds: fixedTerms.hold.maxOpenPerAddress,
    max_open_holds_of_email: fixedTerms.hold.maxOpenPerEmail,
  });
  return { expiresAt: answer.expires_at, extensionsLeft: answer.extensions_left };
}

/**
 * Cancels: frees the time and queues the refunds. Throws `booking_changed`, `payment_disputed`,
 * `reauthentication_needed`.
 */
export async function releaseBooking(
  rest: ServiceRest,
  request: {
    bookingId: string;
    refundCents: number;
    expectedPaidCents: number;
    reason: string;
    /** The administrator who cancels, with or without a fresh proof; without one it is the customer. */
    owner?: { id: string; isProven: boolean } | null;
    /** The policy's refund, if the owner chose another amount. */
    policyCents?: number;
    /** The owner was asked about an open dispute. */
    anyway?: boolean;
  },
) {
  return rpc(rest, releasedBooking, {
    target_booking_id: request.bookingId,
    refund_cents: request.refundCents,
    expected_paid_cents: request.expectedPaidCents,
    reason: request.reason,
    ...(request.owner && { acting_admin: request.owner.id, proven: request.owner.isProven }),
    ...(request.policyCents !== undefined && { policy_cents: request.policyCents }),
    ...(request.anyway && { anyway: true }),
  });
}

/**
 * Refunds without cancelling. Throws `booking_changed`, `refund_too_large`, `payment_disputed`,
 * `already_refunded_otherwise`, `reauthentication_needed`.
 */
export const refundBooking = (
  rest: ServiceRest,
  request: {
    bookingId: string;
    /** The same form refunds once. */
    requestId: string;
    refundCents: number;
    expectedPaidCents: number;
    reason: string;
    actingAdmin: string;
    /** Whether the administrator has a fresh proof. */
    isProven: boolean;
    /** The owner was asked about an open dispute. */
    anyway?: boolean | undefined;
  },
) =>
  rpc(rest, refundedBooking, {
    target_booking_id: request.bookingId,
    refund_cents: request.refundCents,
    expected_paid_cents: request.expectedPaidCents,
    request: request.requestId,
    acting_admin: request.actingAdmin,
    note: request.reason,
    proven: request.isProven,
    ...(request.anyway && { anyway: true }),
  });
