import type { CardOutcome } from './cards.ts';

export type Decline = { code: string; decline_code?: string; message: string };

const declined = (decline_code: string, message: string): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
});

/** The bank's answer for each card that does not pay. */
export const declines: Record<
  Exclude<CardOutcome, 'succeeds' | 'disputed' | 'challenge' | 'redirect'>,
  Decline
> = {
  generic_decline: declined('generic_decline', 'Your card was declined.'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card', 'Your card was declined.'),
  stolen_card: declined('stolen_card', 'Your card was declined.'),
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};
