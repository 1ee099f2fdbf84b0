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
};

export type ReadIdToken = (given: { token: string; nonce: string }) => Promise<ProviderIdentity>;

const timeoutMs = 5_000;

const refused = (message: string) => new AuthFailure(400, 'bad_id_token', message);

/**
 * Verifies tokens that the provider signed for one of our clients. Throws bad_id_token 400 for any other token and
 * for a wrong nonce.
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
    }).catch(throwRefusal);
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

// The provider signed the nonce's hash; only the requesting client has the nonce.
function checkNonce(payload: JWTPayload, nonce: string) {
  const signed = typeof payload['nonce'] === 'string' ? payload['nonce'] : '';
  if (Boolean(signed) !== Boolean(nonce)) {
    throw refused('Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (!signed) return;
  const hash = createHash('sha256').update(nonce).digest('hex');
  if (hash !== signed) throw refused('Nonces mismatch');
}

function identityOf(provider: string, payload: JWTPayload): ProviderIdentity {
  const textOf = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
  const known = {
    name: textOf('name'),
    given_name: textOf('given_name'),
    family_name: textOf('family_name'),
  };
  return {
    provider,
    id: payload.sub ?? '',
    email: textOf('email').trim().toLowerCase(),
    isEmailVerified: payload['email_verified'] === true || payload['email_verified'] === 'true',
    data: Object.fromEntries(Object.entries(known).filter(([, value]) => value !== '')),
  };
}
