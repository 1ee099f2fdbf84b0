import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { findOrKeep } from './contact.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import type { ProviderIdentity } from './id-tokens.ts';
import { voidTokens } from './one-time-tokens.ts';
import { returnAttempt, secondsToWait, takeAttempt } from './rate-limit.ts';
import { readBody, readEmail, text } from './request-fields.ts';
import { startSession } from './sessions.ts';
import { userIdFor } from './sign-up-answer.ts';
import { countersFor } from '../../networks.ts';
import { inTransaction } from '../database/transaction.ts';

const shape = z.object({ provider: text, id_token: text, nonce: text });

/**
 * POST /token?grant_type=id_token: exchanges a token of the configured provider for a session. A person is
 * identified by their id there; the first time, by an email address that the provider has verified.
 */
export async function signInWithIdToken(auth: Auth, c: Context) {
  const { provider, id_token: token, nonce } = await readBody(c, shape);
  if (!token) throw invalidInput('id_token required');
  if (!auth.oidc || provider !== auth.oidc.provider) {
    const message = `Provider (issuer ${JSON.stringify(provider)}) is not enabled`;
    throw new AuthFailure(400, 'provider_disabled', message);
  }
  const address = auth.clientAddress(c.req.raw);
  const counters = countersFor('id_token', address, auth.limits.guessesPerAddress);
  await takeAttempt(auth, counters, 'over_request_rate_limit');
  const identity = await auth.oidc.read({ token, nonce });
  await refuseReplay(auth, token, identity);
  for (const counter of counters) await returnAttempt(auth, counter);
  const session = await inTransaction(auth.database, async (client) => {
    const userId =
      (await knownAccount(auth, client, identity)) ?? (await linkAccount(auth, client, identity));
    const { provenAt } = identity;
    return startSession(auth, client, { userId, method: 'oauth', request: c.req.raw, provenAt });
  });
  return c.json(session);
}

// Counted for as long as the token is valid. A token with another signature encoding has the same signed part.
async function refuseReplay(auth: Auth, token: string, { expiresAt }: ProviderIdentity) {
  const signed = token.slice(0, token.lastIndexOf('.'));
  const windowSeconds = Math.max(1, Math.ceil((expiresAt.getTime() - auth.now().getTime()) / 1000));
  const counter = { key: `id_token:${signed}`, limit: { attempts: 1, windowSeconds } };
  if ((await secondsToWait(auth, counter)) !== null) {
    throw new AuthFailure(400, 'bad_id_token', 'This ID token was used before');
  }
}

async function knownAccount(auth: Auth, client: PoolClient, identity: ProviderIdentity) {
  const { rows } = await client.query<{ user_id: string }>(
    `update auth.identities set last_sign_in_at = $3 where provider = $1 and provider_id = $2
     returning user_id`,
    [identity.provider, identity.id, auth.now()],
  );
  return rows[0]?.user_id ?? null;
}

async function linkAccount(auth: Auth, client: PoolClient, identity: ProviderIdentity) {
  const { provider, id, data, isEmailVerified } = identity;
  if (!identity.email || !isEmailVerified) {
    const message = `Unverified email with ${provider}`;
    throw new AuthFailure(400, 'provider_email_needs_verification', message);
  }
  const email = readEmail(identity.email);
  const userId = await findOrKeep(auth, client, {
    id: userIdFor(auth, email),
    contact: { by: 'email', value: email },
    encryptedPassword: null,
    data,
  });
  if (!userId) throw new Error('the account of an identity could not be stored');
  const wasConfirmed = await confirmByProvider(auth, client, userId, identity);
  await client.query(
    `insert into auth.identities (provider, provider_id, user_id, identity_data, last_sign_in_at, created_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (provider, provider_id) do nothing`,
    [provider, id, userId, JSON.stringify({ ...data, sub: id, email }), auth.now()],
  );
  if (wasConfirmed) {
    await client.query('select private.tell_person_of_sign_in_change($1, $2)', [
      userId,
      `An account at ${provider} was connected. You can sign in with it.`,
    ]);
  }
  return userId;
}

// The provider vouches for the address, not for a password or details that a sign-up set before any confirmation:
// those are removed. Returns whether the address was confirmed before.
async function confirmByProvider(
  auth: Auth,
  client: PoolClient,
  userId: string,
  { provider, data }: ProviderIdentity,
) {
  const { rows } = await client.query<{ confirmed: boolean }>(
    'select email_confirmed_at is not null as confirmed from auth.users where id = $1 for update',
    [userId],
  );
  await client.query(
    `update auth.users set
       encrypted_password = case when email_confirmed_at is not null then encrypted_password end,
       raw_user_meta_data = case when email_confirmed_at is not null then raw_user_meta_data else $4::jsonb end,
       email_confirmed_at = coalesce(email_confirmed_at, $3), updated_at = $3,
       raw_app_meta_data = jsonb_set(raw_app_meta_data, '{providers}',
         coalesce(raw_app_meta_data -> 'providers', '[]') - $2::text || jsonb_build_array($2::text))
     where id = $1`,
    [userId, provider, auth.now(), JSON.stringify(data)],
  );
  await voidTokens(client, userId, ['confirmation']);
  return rows[0]?.confirmed === true;
}
