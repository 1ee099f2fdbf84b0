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
 * Counts a guess at the secret of an account that anybody can name: for the account from this network, for the network,
 * and for the account from all networks that it was never signed in from. So a stranger can't lock the account's owner out. Throws
 * over_request_rate_limit 429. Call `wasRight` after a correct guess: then none of them counts.
 */
export async function takeGuess(auth: Auth, c: Context, kind: string, account: string) {
  const { guessesPerAccountAndNetwork, guessesPerAccount, guessesPerAddress } = auth.limits;
  const address = auth.clientAddress(c.req.raw);
  const ofNetwork = countersFor('guess:address', address, guessesPerAddress);
  const ofBoth = countersFor(`guess:${kind}:${account}`, address, guessesPerAccountAndNetwork);
  const ofAccount: Counter = { key: `guess:${kind}:${account}`, limit: guessesPerAccount };
  const isKnown = await isKnownNetwork(auth, c, account);
  const counters = [...ofNetwork, ...ofBoth, ...(isKnown ? [] : [ofAccount])];
  await takeAttempt(auth, counters, 'over_request_rate_limit');
  return {
    wasRight: async () => {
      for (const counter of ofBoth) await forgetAttempts(auth, counter);
      for (const counter of isKnown ? ofNetwork : [...ofNetwork, ofAccount]) {
        await returnAttempt(auth, counter);
      }
      const [closest] = knownNetworks(auth, c, account);
      if (closest && !isKnown) await secondsToWait(auth, closest);
    },
  };
}

/**
 * Counts a guess by a person who is signed in to the account: for the account, from anywhere, and for the network.
 * Throws over_request_rate_limit 429. Call `wasRight` after a correct guess: then neither counts.
 */
export async function takeGuessOfOwn(
  auth: Auth,
  c: Context,
  kind: string,
  account: string,
  limit = auth.limits.guessesPerAccountAndNetwork,
) {
  const ofNetwork = countersFor(
    'guess:address',
    auth.clientAddress(c.req.raw),
    auth.limits.guessesPerAddress,
  );
  const ofAccount: Counter = { key: `guess:${kind}:${account}`, limit };
  await takeAttempt(auth, [...ofNetwork, ofAccount], 'over_request_rate_limit');
  return {
    wasRight: async () => {
      await forgetAttempts(auth, ofAccount);
      for (const counter of ofNetwork) await returnAttempt(auth, counter);
    },
  };
}
