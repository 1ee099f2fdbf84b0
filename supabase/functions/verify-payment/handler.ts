import type { StoredBooking } from '../../contracts/booking.ts';
import { z } from 'zod';
import { bookingId } from '../../contracts/booking-input.ts';
import { verifiedPayment } from '../../contracts/payments.ts';
import { readBooking } from '../_shared/bookings/booking-calls.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { lookAtOpenPayments, type OpenPayment } from '../_shared/payments/open-payments.ts';

export const verifyRequest = z.object({ bookingId });

/** Asks the provider rather than the browser, so it doesn't matter whether the webhook came before, comes later or never. */
export const verifyPaymentHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, verifyRequest, async (body) => {
    const { id, status, opens_by_id: opensById } = await readBooking(deps.rest, body.bookingId);
    // Once the address was corrected, the first emails with the id were a stranger's.
    if (!opensById && status !== 'pending_payment') throw new CodedError('booking_not_found');
    const { open } = await lookAtOpenPayments(deps, id);
    // Always read again: the webhook may have settled it meanwhile.
    const booking = await readBooking(deps.rest, id);
    const payment = paymentState(booking, open);
    const declinedBy = payment === 'unpaid' ? lastDeclined(open) : null;
    return answer(verifiedPayment, { payment, bookingStatus: booking.status, declinedBy });
  });

const lastDeclined = (open: readonly OpenPayment[]): string | null =>
  open.at(-1)?.intent.lastError?.method ?? null;

/** A deposit that is kept, or money that a bank holds or took, is not refunded. */
function stateOfCancelled({ paid_cents: paid, refunded_cents: refunded }: StoredBooking) {
  if (paid === 0) return 'unpaid';
  return refunded >= paid ? 'refunded' : 'succeeded';
}

function paymentState(booking: StoredBooking, open: readonly OpenPayment[]) {
  if (booking.status === 'cancelled') return stateOfCancelled(booking);
  if (booking.status !== 'pending_payment') return 'succeeded';
  return open.some(({ intent }) => intent.status === 'processing') ? 'processing' : 'unpaid';
}
