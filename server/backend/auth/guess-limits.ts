import type { Context } from 'hono';
import { countersFor } from '../../networks.ts';
import type { Auth } from './auth-context.ts';
import type { Limit } from './limits.ts';
import {
  type Counter,
  forgetAttempts,
  isCounted,
  returnAttempt,
  secondsToWait,
  takeAttempt,
} from './rate-limit.ts';

const knownFor: Limit = { attempts: 1, windowSeconds: 180 * 24 * 60 * 60 };

const knownNetworks = (auth: Auth, c: Context, account: string) =>
  countersFor(`known:${account}`, auth.clientAddress(c.req.raw), knownFor);

/**
 * Whether the account was signed in to from this network within half a year. Limits that strangers elsewhere can use up
 * don't apply to it.
 */
export async function isKnownNetwork(auth: Auth, c: Context, account: string): Promise<boolean> {
  const [closest] = knownNetworks(auth, c, account);
  return closest !== undefined && (await isCounted(auth, closest));
}

/**
 * Counts a guess at the secret of an account that anybody can name: for the account from this network; and unless it was
 * signed in to from this network before, for the network, and for the account from all such networks. So a stranger can't
 * lock the account's owner out, also where a proxy gives everybody one address. Throws over_request_rate_limit 429. Call `wasRight` after a correct guess: then none of them counts.
 */
export async function takeGuess(auth: Auth, c: Context, kind: string, account: string) {
  const { guessesPerAccountAndNetwork, guessesPerAccount } = auth.limits;
  const address = auth.clientAddress(c.req.raw);
  const ofBoth = countersFor(`guess:${kind}:${account}`, address, guessesPerAccountAndNetwork);
  const ofAccount: Counter = { key: `guess:${kind}:${account}`, limit: guessesPerAccount };
  const isKnown = await isKnownNetwork(auth, c, account);
  const others = isKnown ? [] : [...networkCounters(auth, c), ofAccount];
  const guess = await count(auth, ofBoth, others);
  return {
    wasRight: async () => {
      await guess.wasRight();
      const [closest] = knownNetworks(auth, c, account);
      if (closest && !isKnown) await secondsToWait(auth, closest);
    },
  };
}

/**
 * Counts a guess by a person who is signed in to the account, or at a secret that names no account: for what is guessed
 * at, from anywhere, and for the network. Throws over_request_rate_limit 429. Call `wasRight` after a correct guess: then neither counts.
 */
export const takeGuessOfOwn = (
  auth: Auth,
  c: Context,
  kind: string,
  account: string,
  limit = auth.limits.guessesPerAccountAndNetwork,
) => count(auth, [{ key: `guess:${kind}:${account}`, limit }], networkCounters(auth, c));

const networkCounters = (auth: Auth, c: Context) =>
  countersFor('guess:address', auth.clientAddress(c.req.raw), auth.limits.guessesPerAddress);

/** A correct guess clears its `own` counters, and is taken back from `others`. */
async function count(auth: Auth, own: readonly Counter[], others: readonly Counter[]) {
  await takeAttempt(auth, [...own, ...others], 'over_request_rate_limit');
  return {
    wasRight: async () => {
      for (const counter of own) await forgetAttempts(auth, counter);
      for (const counter of others) await returnAttempt(auth, counter);
    },
  };
}
