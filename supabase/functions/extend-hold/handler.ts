import { z } from 'zod';
import { prolongedHold } from '../../contracts/booking.ts';
import { bookingId } from '../_shared/http/booking-id.ts';
import { readBooking } from '../_shared/bookings/booking-calls.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { requireUnpaid } from '../_shared/payments/require-unpaid.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { renewHold } from '../_shared/payments/keep-hold.ts';

const shape = z.object({ bookingId });

/**
 * `{ bookingId }` -> 200 `{ holdExpiresAt, extensionsLeft }`.
 * Errors: booking_not_found 404, already_paid | booking_cancelled | no_extensions_left 409,
 * hold_lapsed 410, too_many_holds 429.
 */
export const extendHoldHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, shape, async (body) => {
    const booking = await readBooking(deps.rest, body.bookingId);
    requireUnpaid(booking);
    const hold = await renewHold(deps, booking);
    return answer(prolongedHold, {
      holdExpiresAt: hold.expiresAt,
      extensionsLeft: hold.extensionsLeft,
    });
  });
