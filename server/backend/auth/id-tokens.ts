import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import { AuthFailure } from './errors.ts';

export type OidcSettings = {
  /** Its name in the client's calls. */
  provider: string;
  issuer: string;
  clientIds: string[];
  /** The address of its keys; from its discovery document by default. */
  jwksUrl: string | null;
};

/** An identity at the provider. */
export type ProviderIdentity = {
  provider: string;
  id: string;
  email: string;
  isEmailVerified: boolean;
  data: Record<string, unknown>;
  /** When the person last proved who they are to the provider. */
  provenAt: Date;
  /** When the token expires. */
  expiresAt: Date;
};

export type ReadIdToken = (given: { token: string; nonce: string }) => Promise<ProviderIdentity>;

const timeoutMs = 5_000;

/** A page exchanges its token at once, so an older one was found elsewhere. */
const oldestToken = '10 minutes';

const refused = (message: string) => new AuthFailure(400, 'bad_id_token', message);

/**
 * Verifies tokens that the provider signed within the last ten minutes for our clients alone. Throws bad_id_token 400
 * for any other token and for a missing or wrong nonce. Rules: OpenID Connect Core 1.0, section 3.1.3.7.
 */
export function idTokenReader(settings: OidcSettings, now: () => Date): ReadIdToken {
  let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | null = null;
  const keysOfProvider = () =>
    (keys ??= findKeys(settings).catch((error: unknown) => {
      keys = null;
      throw error;
    }));
  return async ({ token, nonce }) => {
    const { payload } = await jwtVerify(token, await keysOfProvider(), {
      issuer: settings.issuer,
      audience: settings.clientIds,
      // Never a shared secret: the keys are public.
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'],
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: now(),
      maxTokenAge: oldestToken,
    }).catch(throwRefusal);
    checkClients(payload, settings.clientIds);
    checkNonce(payload, nonce);
    return identityOf(settings.provider, payload);
  };
}

async function findKeys({ issuer, jwksUrl }: OidcSettings) {
  const options = { timeoutDuration: timeoutMs };
  if (jwksUrl) return createRemoteJWKSet(new URL(jwksUrl), options);
  const description = await fetch(
    `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
    {
      signal: AbortSignal.timeout(timeoutMs),
      // Only the configured issuer's own keys: no redirects, no other issuer.
      redirect: 'error',
    },
  );
  const { jwks_uri: found, issuer: named } = (await description.json()) as Record<string, unknown>;
  if (typeof found !== 'string' || named !== issuer) {
    throw new Error('The provider of OIDC_ISSUER has no usable discovery document');
  }
  return createRemoteJWKSet(new URL(found), options);
}

// An error in the token is the client's; an unreachable provider is not.
function throwRefusal(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' && String(error).includes('"aud"')) {
    throw refused('Unacceptable audience in id_token');
  }
  if (code === 'ERR_JWKS_TIMEOUT' || !/^ERR_(JW|JOSE)/.test(code)) throw error;
  throw refused('Bad ID token');
}

// Another client's page could pass on a token that names that client too.
function checkClients({ aud, azp }: JWTPayload, clientIds: readonly string[]) {
  const named = [aud ?? [], azp ?? []].flat();
  if (!named.every((client) => typeof client === 'string' && clientIds.includes(client))) {
    throw refused('Unacceptable audience in id_token');
  }
}

// The provider signed the nonce's hash; only the requesting client has the nonce.
function checkNonce(payload: JWTPayload, nonce: string) {
  if (!nonce || typeof payload['nonce'] !== 'string') {
    throw refused('The nonce and the nonce in id_token are both required.');
  }
  const hash = createHash('sha256').update(nonce).digest('hex');
  if (hash !== payload['nonce']) throw refused('Nonces mismatch');
}

function identityOf(provider: string, payload: JWTPayload): ProviderIdentity {
  const { sub, iat = 0, exp = 0, auth_time: authTime } = payload;
  if (!sub) throw refused('Bad ID token');
  const textOf = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
  const known = {
    name: textOf('name'),
    given_name: textOf('given_name'),
    family_name: textOf('family_name'),
  };
  return {
    provider,
    id: sub,
    email: textOf('email'),
    isEmailVerified: payload['email_verified'] === true || payload['email_verified'] === 'true',
    data: Object.fromEntries(Object.entries(known).filter(([, value]) => value !== '')),
    provenAt: new Date(Math.min(iat, typeof authTime === 'number' ? authTime : iat) * 1000),
    expiresAt: new Date(exp * 1000),
  };
}
