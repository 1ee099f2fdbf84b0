import type { PaymentIntent } from '@contracts/payments.ts';
import { askSandbox, type SandboxOutcome } from './sandbox-request.ts';

/** Ends the identity check of the card's bank. */
export function answerSandboxChallenge(
  intent: PaymentIntent,
  outcome: 'complete' | 'fail',
): Promise<SandboxOutcome> {
  return askSandbox(intent, 'challenge', { outcome });
}
