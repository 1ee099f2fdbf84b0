import { z } from 'zod';
import { balanceOfLink, type LinkedBalance } from '../../../contracts/balance.ts';
import type { ServiceRest } from '../http/deps.ts';
import { CodedError } from '../http/errors.ts';
import { rpc } from '../http/rpc-answer.ts';
import { canBeKept } from '../mail/kept-text.ts';

/** The secret of a payment link. */
export const linkToken = z.string().min(1).max(100).refine(canBeKept);

/** Throws `link_unknown` for a link that is unknown, replaced or expired. */
export async function readBalance(rest: ServiceRest, token: string): Promise<LinkedBalance> {
  const balance = await rpc(rest, balanceOfLink, { token });
  if (!balance) throw new CodedError('link_unknown');
  return balance;
}

/**
 * Records the intent of a balance before the browser receives it. Throws `payment_open` while the booking has another
 * open payment, and `balance_changed`, `already_paid`, `booking_cancelled` when it must not be paid.
 */
export async function beginBalance(
  rest: ServiceRest,
  payment: { bookingId: string; intentId: string; amountCents: number; tipCents: number },
): Promise<void> {
  await rpc(rest, 'begin_balance', {
    target_booking_id: payment.bookingId,
    payment_intent_id: payment.intentId,
    amount_cents: payment.amountCents,
    tip_cents: payment.tipCents,
  });
}
