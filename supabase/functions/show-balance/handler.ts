import { z } from 'zod';
import { shownBalance } from '../../contracts/balance.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { linkToken, readBalance } from '../_shared/payments/balance-calls.ts';
import { lookAtOpenPayments } from '../_shared/payments/open-payments.ts';

export const showBalanceRequest = z.object({ token: linkToken });

/** The balance behind a payment link, after settling what has arrived. It never names the booking. */
export const showBalanceHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, showBalanceRequest, async ({ token }) => {
    const { booking_id: bookingId } = await readBalance(deps.rest, token);
    const isProcessing = await settleArrived(deps, bookingId);
    const { booking_id: _, ...balance } = await readBalance(deps.rest, token);
    // The database learns of it by a webhook, which may come later.
    const state = balance.state === 'due' && isProcessing ? 'processing' : balance.state;
    return answer(shownBalance, { ...balance, state });
  });

/** Whether a payment is being processed. The page is shown also while the payment service is unavailable. */
async function settleArrived(deps: FunctionDeps, bookingId: string): Promise<boolean> {
  try {
    const { open } = await lookAtOpenPayments(deps, bookingId);
    return open.some(({ intent }) => intent.status === 'processing');
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'payment_unavailable') throw error;
    deps.log.warn({ err: error }, 'Open payments of a balance could not be checked');
    return false;
  }
}
