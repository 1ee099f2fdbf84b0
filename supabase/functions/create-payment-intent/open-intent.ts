import type { StoredBooking } from '../../contracts/booking.ts';
import { readBooking } from '../_shared/bookings/booking-calls.ts';
import type { FunctionDeps } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import {
  canStillBePaid,
  closePayment,
  lookAtOpenPayments,
  type OpenPayment,
} from '../_shared/payments/open-payments.ts';
import { beginPayment } from '../_shared/payments/payment-calls.ts';
import type { PaymentIntent } from '../_shared/payments/provider.ts';
import { requireUnpaid } from '../_shared/payments/require-unpaid.ts';

/**
 * The single intent for paying a booking. An open one with the right amount is reused, one with another amount is
 * cancelled. Payments that succeeded or are processing come first: `keepHold` runs only without any, because it
 * may say that nothing was charged.
 */
export async function beginOrReuseIntent(
  deps: FunctionDeps,
  booking: StoredBooking,
  keepHold: () => Promise<void>,
): Promise<PaymentIntent> {
  const { open, attempts } = await lookAtOpenPayments(deps, booking.id);
  open.forEach(refuseWhenMoneyMoves);
  await keepHold();
  let usable: PaymentIntent | undefined;
  for (const { intent } of open.filter((one) => canStillBePaid(one.intent))) {
    if (!usable && intent.amountCents === booking.due_now_cents) usable = intent;
    else
      refuseWhenMoneyMoves(
        await closePayment(deps, { intentId: intent.id, bookingId: booking.id }),
      );
  }
  return usable ?? (await beginIntent(deps, booking, attempts));
}

async function beginIntent(deps: FunctionDeps, booking: StoredBooking, attempts: number) {
  const intent = await deps.payments.createIntent(
    {
      amountCents: booking.due_now_cents,
      description: `${booking.service_name} on ${booking.booking_date}`,
      metadata: { booking_id: booking.id },
    },
    // Two simultaneous calls get the same intent, while a cancelled one is never returned again.
    `booking:${booking.id}:pay:v${booking.due_now_cents}:${attempts}`,
  );
  try {
    await beginPayment(deps.rest, {
      bookingId: booking.id,
      intentId: intent.id,
      amountCents: intent.amountCents,
    });
  } catch (error) {
    const isOver =
      error instanceof CodedError && ['not_awaiting_payment', 'hold_lapsed'].includes(error.code);
    if (!isOver) throw error;
    // Paid, cancelled or replaced in another tab meanwhile: it must not be paid.
    await deps.payments.cancelIntent(intent.id);
    requireUnpaid(await readBooking(deps.rest, booking.id));
    throw error;
  }
  return intent;
}

function refuseWhenMoneyMoves({ intent, settlement }: OpenPayment): void {
  if (settlement?.outcome === 'refund_due') throw new CodedError('paid_too_late');
  if (intent.status === 'succeeded') throw new CodedError('already_paid');
  if (intent.status === 'processing') throw new CodedError('payment_processing');
}
