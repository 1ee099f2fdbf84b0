import type Stripe from 'stripe';
import { findBooking } from '../bookings/booking-calls.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { CodedError } from '../http/errors.ts';
import { rpc } from '../http/rpc-answer.ts';
import { takePaymentSweep, unrecordedIntents } from './finding-calls.ts';
import { settleIntent } from './settle-intent.ts';
import { listIntents, stripeTrouble } from './stripe-intents.ts';
import { sweepRefunds } from './sweep-refunds.ts';
import { bookingIdOf, keepUnmatched } from './unmatched-intent.ts';

const threeDays = 3 * 24 * 60 * 60;
/** No business takes more payments in three days; more would be too many calls. */
const most = 1000;

/**
 * Lists Stripe's payments and refunds of the last three days that our books lack: settles those that name a
 * booking of ours, and records the others as findings. Limited in frequency over all servers. Returns their
 * number.
 */
export async function sweepIntents(deps: FunctionDeps, everySeconds = 300): Promise<number> {
  if (!(await takePaymentSweep(deps.rest, everySeconds))) return 0;
  const since = Math.floor(deps.now().getTime() / 1000) - threeDays;
  try {
    const settled = await settleMissing(deps, since);
    const swept = settled + (await sweepRefunds(deps, since, most));
    deps.log.worked?.('payments');
    await reportStripe(deps, null);
    return swept;
  } catch (error) {
    await reportStripe(deps, error);
    throw error;
  }
}

/** Reports for the owner whether Stripe answers and accepts the keys. */
async function reportStripe({ rest }: FunctionDeps, error: unknown): Promise<void> {
  const trouble = stripeTrouble(error);
  const reason = error instanceof CodedError ? error.cause : error;
  for (const part of ['payments', 'payment_keys'] as const) {
    await rpc(rest, 'report_trouble', {
      its_part: part,
      its_reason: part === trouble && reason instanceof Error ? reason.message : (null as never),
    });
  }
}

async function settleMissing(deps: FunctionDeps, since: number): Promise<number> {
  const paid = (await listIntents(deps.stripe, { gte: since }, most)).filter(
    ({ status }) => status === 'succeeded',
  );
  if (paid.length === 0) return 0;
  const unrecorded = new Set(
    await unrecordedIntents(
      deps.rest,
      paid.map(({ id }) => id),
    ),
  );
  const missing = paid.filter(({ id }) => unrecorded.has(id));
  for (const intent of missing) await matchIntent(deps, intent);
  return missing.length;
}

/** Settles a paid intent with its booking; one without becomes a finding. */
async function matchIntent(deps: FunctionDeps, intent: Stripe.PaymentIntent): Promise<void> {
  const bookingId = bookingIdOf(intent);
  try {
    if (bookingId && (await findBooking(deps.rest, bookingId))) {
      await settleIntent(deps, { intent, bookingId });
    } else {
      await keepUnmatched(deps, intent, 'unknown_intent');
    }
  } catch (error) {
    deps.log.warn({ err: error, paymentIntentId: intent.id }, 'A payment could not be settled');
    await keepUnmatched(deps, intent, 'not_settled');
  }
}
