import type Stripe from 'stripe';
import { bookingId } from '../http/booking-id.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { noteUnmatchedIntent, type UnmatchedReason } from './finding-calls.ts';

/**
 * Records a paid intent without a booking, or one that cannot be settled. An order of another shop on the same account,
 * which has another kind of id or only metadata of its own, is ignored. One without any may be the owner's own, made by
 * a payment link or on Stripe's pages.
 */
export async function keepUnmatched(
  { rest }: Pick<FunctionDeps, 'rest'>,
  intent: Stripe.PaymentIntent,
  reason: UnmatchedReason,
): Promise<void> {
  const known = bookingIdOf(intent);
  if (known === null && Object.keys(intent.metadata).length > 0) return;
  await noteUnmatchedIntent(rest, {
    intentId: intent.id,
    bookingId: known,
    reason: reason === 'not_settled' || known === null ? reason : 'unknown_booking',
    detail: {
      amount_cents: intent.amount_received,
      paid_at: new Date(intent.created * 1000).toISOString(),
      email: intent.receipt_email,
      description: intent.description,
    },
  });
}

/** The booking that an intent names; null if it names none of ours. */
export const bookingIdOf = ({ metadata }: Stripe.PaymentIntent): string | null =>
  bookingId.safeParse(metadata['booking_id']).data ?? null;
