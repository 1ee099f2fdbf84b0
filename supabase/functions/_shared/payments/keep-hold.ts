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
 * Holds the time of an unpaid booking for longer; a hold that lapsed is taken again when its time is
 * still free. Throws `hold_lapsed` when that time is gone, too near or no longer offered, and
 * `too_many_holds` as a new hold does.
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

/** By the rules of now: a hold that lapsed is no more than a wish. */
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
