import type { Context } from 'hono';
import { doorsFrom } from '../../networks.ts';
import type { Auth } from './auth-context.ts';
import { type Door, forgetAttempts, returnAttempt, takeAttempt } from './rate-limit.ts';

/**
 * Counts a guess at something secret, against the account and against the address it comes from.
 * Throws over_request_rate_limit 429. Call `wasRight` when the guess was right: then neither counts.
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
  const accountDoor: Door = { key: `guess:${kind}:${account}`, limit: perAccount };
  const addressDoors = doorsFrom('guess:address', address, guessesPerAddress);
  await takeAttempt(auth, [...addressDoors, accountDoor], 'over_request_rate_limit');
  return {
    wasRight: async () => {
      await forgetAttempts(auth, accountDoor);
      for (const door of addressDoors) await returnAttempt(auth, door);
    },
  };
}
