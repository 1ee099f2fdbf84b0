import { z } from 'zod';
import type { LinkedBalance } from '../../contracts/balance.ts';
import { balanceIntent } from '../../contracts/payments.ts';
import { fixedTerms } from '../../../domain/business/fixed-terms.ts';
import { isChargeable } from '../../../domain/money/least-charge.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { linkToken, readBalance } from '../_shared/payments/balance-calls.ts';
import { openBalanceIntent } from './open-balance-intent.ts';

export const payBalanceRequest = z.object({
  token: linkToken,
  tipCents: z
    .int('The tip is a whole number of cents.')
    .min(0, 'The tip is a whole number of cents.')
    .max(fixedTerms.tip.maxCents, 'This tip is too large.'),
  amountToCharge: z.int32('The amount is a whole number of cents.'),
});

/**
 * Starts or reuses the payment of a booking's balance. The amount is only compared: what is due is computed under the
 * booking's lock, and the tip comes on top.
 */
export const payBalanceHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, payBalanceRequest, async ({ token, tipCents, amountToCharge }) => {
    const { booking_id: bookingId } = await readBalance(deps.rest, token);
    const intent = await openBalanceIntent(deps, bookingId, tipCents, async () => {
      const balance = await readBalance(deps.rest, token);
      requireDue(balance);
      if (amountToCharge !== balance.due_cents + tipCents) throw new CodedError('balance_changed');
      return balance;
    });
    return answer(balanceIntent, {
      clientSecret: intent.clientSecret,
      paymentIntentId: intent.id,
      methods: intent.methods,
    });
  });

function requireDue({ state, due_cents: dueCents }: LinkedBalance): void {
  if (state === 'cancelled') throw new CodedError('booking_cancelled');
  if (state === 'paid') throw new CodedError('already_paid');
  if (state === 'processing') throw new CodedError('payment_processing');
  if (state === 'rained_out') throw new CodedError('not_awaiting_payment');
  if (!isChargeable(dueCents)) throw new CodedError('too_little_to_charge');
}
