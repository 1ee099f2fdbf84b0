import type { Identity } from './identity.ts';
import type { Keys, Signing } from './keys.ts';

/** The maximum number and length of cached tokens. */
const most = 2_000;
const longest = 4_096;

// A verified signature need not be computed again for every request of a page.
const verified = new WeakMap<Signing, Map<string, Identity>>();

/** The sender of a token that was verified before and is still valid. */
export function recall(keys: Keys, token: string, now: Date): Identity | null {
  const identity = verified.get(keys.signing)?.get(token);
  const { exp = 0 } = identity?.claims ?? {};
  return identity && exp > Math.floor(now.getTime() / 1000) ? identity : null;
}

/** Caches a verified token. One that is not valid yet, or is very long, is verified each time. */
export function remember(keys: Keys, token: string, identity: Identity) {
  if (token.length > longest || identity.claims.nbf !== undefined) return;
  const known = verified.get(keys.signing) ?? new Map<string, Identity>();
  verified.set(keys.signing, known);
  const [oldest] = known.keys();
  if (known.size >= most && oldest !== undefined) known.delete(oldest);
  known.set(token, { role: identity.role, claims: Object.freeze({ ...identity.claims }) });
}
