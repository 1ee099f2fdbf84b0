import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';

/**
 * The signing key, and the two long-lived keys of the hosted backend's clients: the anonymous key, which is
 * public, and the service key, which never leaves the server.
 */
export type Keys = {
  secret: Uint8Array;
  anonKey: string;
  serviceKey: string;
};

/** A new secret as text: 32 random bytes in base64url. */
export const newSecret = () => randomBytes(32).toString('base64url');

export async function keysFrom(secretText: string): Promise<Keys> {
  const secret = new TextEncoder().encode(secretText);
  const [anonKey, serviceKey] = await Promise.all([
    roleKey(secret, 'anon'),
    roleKey(secret, 'service_role'),
  ]);
  return { secret, anonKey, serviceKey };
}

// A fixed "issued at" makes the keys the same at every start, so open pages keep working over a restart.
const roleKey = (secret: Uint8Array, role: string) =>
  new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('supabase')
    .setIssuedAt(1_700_000_000)
    .setExpirationTime(4_000_000_000)
    .sign(secret);
