import { bookingRule, checkStart } from '../../../domain/schedule.ts';
import { extendHold, type StoredBooking } from './booking-calls.ts';
import type { FunctionDeps } from './deps.ts';
import { CodedError } from './errors.ts';

/** Whether the time of an unpaid booking is still held. */
export const isHeld = (booking: StoredBooking, now: Date): boolean =>
  booking.expires_at !== null && Date.parse(booking.expires_at) > now.getTime();

/**
 * Holds the time of an unpaid booking for longer; a hold that lapsed is taken again when its time is
 * still free. Throws `hold_lapsed` when that time is gone or too near to be booked any more.
 */
export async function renewHold(deps: FunctionDeps, booking: StoredBooking) {
  const lapsed = !isHeld(booking, deps.now());
  if (lapsed && !isStillOffered(booking, deps.now())) throw new CodedError('hold_lapsed');
  try {
    return await extendHold(deps.rest, booking.id);
  } catch (error) {
    const isGone =
      error instanceof CodedError &&
      (error.code === 'slot_taken' || (lapsed && error.code === 'no_extensions_left'));
    throw isGone ? new CodedError('hold_lapsed', { cause: error }) : error;
  }
}

const isStillOffered = (booking: StoredBooking, now: Date): boolean =>
  checkStart({
    rule: bookingRule,
    date: booking.booking_date,
    time: booking.booking_time,
    durationMinutes: booking.duration_minutes,
    now: now.getTime(),
  }).ok;
