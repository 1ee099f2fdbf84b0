import type { Context } from 'hono';
import { countersFor } from '../../networks.ts';
import type { Auth } from './auth-context.ts';
import { type Counter, forgetAttempts, returnAttempt, takeAttempt } from './rate-limit.ts';

/**
 * Counts a guess at a secret, for the account and for its address. Throws over_request_rate_limit 429. Call
 * `wasRight` after a correct guess: then neither counts.
 */
export async function takeGuess(
  auth: Auth,
  c: Context,
  kind: string,
  account: string,
  perAccount = auth.limits.guessesPerAccount,
) {
  const { guessesPerAddress } = auth.limits;
  const address = auth.clientAddress(c.req.raw);
  const accountCounter: Counter = { key: `guess:${kind}:${account}`, limit: perAccount };
  const addressCounters = countersFor('guess:address', address, guessesPerAddress);
  await takeAttempt(auth, [...addressCounters, accountCounter], 'over_request_rate_limit');
  return {
    wasRight: async () => {
      await forgetAttempts(auth, accountCounter);
      for (const counter of addressCounters) await returnAttempt(auth, counter);
    },
  };
}
