import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';

/** The secrets of tokens: what signs, and what it replaced, which is accepted until the tokens of then have expired. */
export type Signing = {
  current: Uint8Array;
  former: { secret: Uint8Array; until: Date } | null;
};

export type Keys = {
  /** Hashes and encrypts what the database keeps, and signs the anonymous key. Never changes. */
  secret: Uint8Array;
  signing: Signing;
  /** Public, in every page. A visitor without it may do as much. */
  anonKey: string;
  /** Never leaves the server. */
  serviceKey: string;
  /** Reads the secrets of tokens again, for a token that none of the known ones signed. */
  refresh?: () => Promise<void>;
};

/** A new secret as text: 32 random bytes in base64url. */
export const newSecret = () => randomBytes(32).toString('base64url');

export const bytesOf = (secretText: string) => new TextEncoder().encode(secretText);

export async function keysFrom(
  secretText: string,
  signing: Signing = { current: bytesOf(secretText), former: null },
): Promise<Keys> {
  const secret = bytesOf(secretText);
  const [anonKey, serviceKey] = await Promise.all([
    roleKey(secret, 'anon'),
    roleKey(signing.current, 'service_role'),
  ]);
  return { secret, signing, anonKey, serviceKey };
}

/** In epoch seconds; of the service key too. */
export const anonKeyExpiry = 4_000_000_000;

// A fixed "issued at" makes the keys the same at every start, so open pages keep working over a restart.
const roleKey = (secret: Uint8Array, role: string) =>
  new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('supabase')
    .setIssuedAt(1_700_000_000)
    .setExpirationTime(anonKeyExpiry)
    .sign(secret);
