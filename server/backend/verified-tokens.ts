import type { Identity } from './identity.ts';
import type { Keys } from './keys.ts';

/** How many are remembered, of at most how many characters. */
const most = 2_000;
const longest = 4_096;

// Whose signature was found to be right once need not be computed again for every request of a page.
const verified = new WeakMap<Keys, Map<string, Identity>>();

/** Who a token speaks for, if it was verified before and is still valid. */
export function recall(keys: Keys, token: string, now: Date): Identity | null {
  const identity = verified.get(keys)?.get(token);
  const { exp = 0 } = identity?.claims ?? {};
  return identity && exp > Math.floor(now.getTime() / 1000) ? identity : null;
}

/** Keeps what a verified token said. One that is not valid yet, or is very long, is verified each time. */
export function remember(keys: Keys, token: string, identity: Identity) {
  if (token.length > longest || identity.claims.nbf !== undefined) return;
  const known = verified.get(keys) ?? new Map<string, Identity>();
  verified.set(keys, known);
  const [oldest] = known.keys();
  if (known.size >= most && oldest !== undefined) known.delete(oldest);
  known.set(token, { role: identity.role, claims: Object.freeze({ ...identity.claims }) });
}
