import { z } from 'zod';
import { bookingId } from '../_shared/booking-id.ts';
import { readBooking } from '../_shared/booking-calls.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/deps.ts';
import { requireUnpaid } from '../_shared/require-unpaid.ts';
import { jsonFunction, jsonResponse } from '../_shared/http.ts';
import { renewHold } from '../_shared/keep-hold.ts';

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
    return jsonResponse({ holdExpiresAt: hold.expiresAt, extensionsLeft: hold.extensionsLeft });
  });
