import { fixedTerms } from '../../../../domain/business/fixed-terms.ts';
import { findBooking } from '../bookings/booking-calls.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';
import { takePaymentSweep, unrecordedIntents } from './finding-calls.ts';
import { troubleOf, wordsOf, type PaymentIntent } from './provider.ts';
import { settleIntent } from './settle-intent.ts';
import { sweepRefunds } from './sweep-refunds.ts';
import { bookingIdOf, keepUnmatched } from './unmatched-intent.ts';

const threeDays = 3 * 24 * 60 * 60_000;
/** No business takes more payments in three days; more would be too many calls. */
const most = 1000;

/**
 * Lists the provider's payments and refunds of the last three days that our books lack: settles those that name a
 * booking of ours, and records the others as findings. Limited in frequency over all servers. Returns their
 * number.
 */
export async function sweepIntents(deps: FunctionDeps, everySeconds = 300): Promise<number> {
  if (!(await takePaymentSweep(deps.rest, everySeconds))) return 0;
  const since = new Date(deps.now().getTime() - threeDays);
  try {
    const settled = await settleMissing(deps, since);
    const swept = settled + (await sweepRefunds(deps, since, most));
    deps.log.worked?.('payments');
    await reportTrouble(deps, null);
    return swept;
  } catch (error) {
    await reportTrouble(deps, error);
    throw error;
  }
}

/** Reports for the owner whether the provider answers and accepts the keys. */
async function reportTrouble({ rest }: FunctionDeps, error: unknown): Promise<void> {
  const trouble = troubleOf(error);
  for (const part of ['payments', 'payment_keys'] as const) {
    await rpc(rest, 'report_trouble', {
      its_part: part,
      its_reason: part === trouble ? wordsOf(error) : (null as never),
    });
  }
}

async function settleMissing(deps: FunctionDeps, since: Date): Promise<number> {
  const paid = (await deps.payments.listIntents({ from: since }, most)).filter(
    ({ status, currency }) => status === 'succeeded' && currency === fixedTerms.currency,
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
async function matchIntent(deps: FunctionDeps, intent: PaymentIntent): Promise<void> {
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
