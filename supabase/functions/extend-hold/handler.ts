import { z } from 'zod';
import { bookingId } from '../../contracts/booking-input.ts';
import { prolongedHold } from '../../contracts/booking.ts';
import { readBooking } from '../_shared/bookings/booking-calls.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { requireUnpaid } from '../_shared/payments/require-unpaid.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { renewHold } from '../_shared/payments/keep-hold.ts';

export const extendRequest = z.object({ bookingId });

/** Holds the time of an unpaid booking for longer. */
export const extendHoldHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, extendRequest, async (body) => {
    const booking = await readBooking(deps.rest, body.bookingId);
    requireUnpaid(booking);
    const hold = await renewHold(deps, booking);
    return answer(prolongedHold, {
      holdExpiresAt: hold.expiresAt,
      extensionsLeft: hold.extensionsLeft,
    });
  });
