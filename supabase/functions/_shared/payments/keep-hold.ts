import type { StoredBooking } from '../../../contracts/booking.ts';
import { checkStart } from '../../../../domain/time/schedule.ts';
import { extendHold } from '../bookings/booking-calls.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { CodedError } from '../http/errors.ts';
import { readOpeningRules } from '../bookings/opening-rules.ts';

/** Whether the time of an unpaid booking is still held. */
export const isHeld = (booking: StoredBooking, now: Date): boolean =>
  booking.expires_at !== null && Date.parse(booking.expires_at) > now.getTime();

/**
 * Extends the hold of an unpaid booking; renews an expired one if its time is available. Throws `hold_lapsed` when
 * that time is booked, too near or no longer offered, and `too_many_holds` like a new hold.
 */
export async function renewHold(deps: FunctionDeps, booking: StoredBooking) {
  const lapsed = !isHeld(booking, deps.now());
  if (lapsed && !(await isStillOffered(deps, booking))) throw new CodedError('hold_lapsed');
  try {
    return await extendHold(deps.rest, booking.id);
  } catch (error) {
    const isGone =
      error instanceof CodedError &&
      (error.code === 'slot_taken' || (lapsed && error.code === 'no_extensions_left'));
    throw isGone ? new CodedError('hold_lapsed', { cause: error }) : error;
  }
}

/** By the current rules: an expired hold has no priority. */
async function isStillOffered(deps: FunctionDeps, booking: StoredBooking): Promise<boolean> {
  return checkStart({
    rules: await readOpeningRules(deps.rest),
    kind: 'booking',
    date: booking.booking_date,
    time: booking.booking_time,
    durationMinutes: booking.duration_minutes,
    now: deps.now().getTime(),
  }).ok;
}
