import { bookingId } from '../../../contracts/booking-input.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { noteUnmatchedIntent, type UnmatchedReason } from './finding-calls.ts';
import type { PaymentIntent } from './provider.ts';

/**
 * Records a paid intent without a booking, or one that cannot be settled. An order of another shop on the same account,
 * which has another kind of id or only metadata of its own, is ignored. One without any may be the owner's own, made by
 * a payment link or on the provider's pages.
 */
export async function keepUnmatched(
  { rest }: Pick<FunctionDeps, 'rest'>,
  intent: PaymentIntent,
  reason: UnmatchedReason,
): Promise<void> {
  const known = bookingIdOf(intent);
  if (known === null && Object.keys(intent.metadata).length > 0) return;
  await noteUnmatchedIntent(rest, {
    intentId: intent.id,
    bookingId: known,
    reason: reason === 'not_settled' || known === null ? reason : 'unknown_booking',
    detail: {
      amount_cents: intent.receivedCents,
      paid_at: intent.createdAt,
      email: intent.receiptEmail,
      description: intent.description,
    },
  });
}

/** The booking that an intent names; null if it names none of ours. */
export const bookingIdOf = ({ metadata }: PaymentIntent): string | null =>
  bookingId.safeParse(metadata['booking_id']).data ?? null;
