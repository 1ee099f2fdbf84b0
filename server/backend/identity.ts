import { errors, jwtVerify, type JWTPayload } from 'jose';
import { anonKeyExpiry, type Keys } from './keys.ts';
import { recall, remember } from './verified-tokens.ts';

type Role = 'anon' | 'authenticated' | 'service_role';

/** The sender of a request: the database role and the verified claims. */
export type Identity = { role: Role; claims: JWTPayload };

const roles: readonly string[] = ['anon', 'authenticated', 'service_role'];

/** The audience of signed-in people's tokens. The two long-lived keys have none. */
const audience = 'authenticated';

/**
 * Verifies the bearer token, or the `apikey` header without one. No token means an anonymous visitor. An invalid
 * token is an error, never anonymous: otherwise an expired session would look like an empty account.
 */
export async function identify(
  request: Request,
  keys: Keys,
  now = new Date(),
): Promise<{ ok: true; identity: Identity } | { ok: false; message: string }> {
  const token = bearerToken(request) ?? request.headers.get('apikey');
  if (!token) return { ok: true, identity: { role: 'anon', claims: { role: 'anon' } } };
  const remembered = recall(keys, token, now);
  if (remembered) return { ok: true, identity: remembered };
  try {
    const { payload, mayBeKept } = await verify(token, keys, now);
    const role = payload['role'];
    if (typeof role !== 'string' || !roles.includes(role)) {
      return { ok: false, message: 'The token names no known role' };
    }
    if (!isForUs(payload.aud, role)) return { ok: false, message: 'JWT for another audience' };
    const identity: Identity = { role: role as Role, claims: payload };
    if (mayBeKept) remember(keys, token, identity);
    return { ok: true, identity };
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    const expired = error instanceof errors.JWTExpired;
    return { ok: false, message: expired ? 'JWT expired' : 'JWT invalid' };
  }
}

type Verified = { payload: JWTPayload; mayBeKept: boolean };

/** Another process may have changed the secret of tokens meanwhile. Throws JOSEError. */
async function verify(token: string, keys: Keys, now: Date): Promise<Verified> {
  const known = keys.signing;
  try {
    return await verifyWithKnown(token, keys, now);
  } catch (error) {
    if (!isOfAnotherSecret(error)) throw error;
    await keys.refresh?.();
    if (keys.signing === known) throw error;
    return verifyWithKnown(token, keys, now);
  }
}

async function verifyWithKnown(token: string, { anonKey, signing }: Keys, now: Date) {
  const by = (key: Uint8Array) =>
    jwtVerify(token, key, {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      currentDate: now,
    });
  try {
    return { ...(await by(signing.current)), mayBeKept: true };
  } catch (error) {
    if (!isOfAnotherSecret(error)) throw error;
    const { former } = signing;
    if (former && now < former.until) {
      const found = await by(former.secret).catch(() => null);
      if (found) return { ...found, mayBeKept: false };
    }
    // Of the stable secret, nothing but the public key itself.
    if (token !== anonKey) throw error;
    return { payload: { role: 'anon', exp: anonKeyExpiry }, mayBeKept: true };
  }
}

const isOfAnotherSecret = (error: unknown) =>
  error instanceof errors.JWSSignatureVerificationFailed;

/** The account of a verified token; null for any other request. */
export async function accountOf(request: Request, keys: Keys, now: Date): Promise<string | null> {
  const known = await identify(request, keys, now);
  return known.ok ? (known.identity.claims.sub ?? null) : null;
}

const isForUs = (named: JWTPayload['aud'], role: string) =>
  named === undefined ? role !== audience : [named].flat().includes(audience);

function bearerToken(request: Request): string | null {
  const header = request.headers.get('authorization') ?? '';
  const match = /^bearer\s+(.+)$/i.exec(header.trim());
  return match?.[1] ?? null;
}
