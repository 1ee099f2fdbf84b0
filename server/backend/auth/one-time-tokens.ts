import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import type { CodeChallenge } from './code-flow.ts';

export type TokenType =
  | 'confirmation'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone_change'
  | 'phone'
  | 'phone_confirmation'
  | 'reauthentication';

export type OneTimeToken = {
  user_id: string;
  token_type: TokenType;
  relates_to: string;
  code_challenge: string | null;
  code_challenge_method: CodeChallenge['method'] | null;
};

const returned = 'user_id, token_type, relates_to, code_challenge, code_challenge_method';
const hourMs = 3_600_000;

/** After this time the email of a sign-up confirms nothing. */
export const confirmationLifetimeMs = 24 * hourMs;

/** A text message states its code's lifetime; an email may be read later. */
export const textedCodeMinutes = 10;

const lifetimeMs = (type: TokenType) => {
  if (isTexted(type)) return textedCodeMinutes * 60_000;
  return type === 'confirmation' ? confirmationLifetimeMs : hourMs;
};

/** Whether this kind of code always goes to a phone. */
export const isTexted = (type: TokenType) => type.startsWith('phone');

// A text has no link beside its code. A stranger's guesses, which limits bound, must not take the code from its owner.
const wrongCodesAllowed = (type: TokenType) => (isTexted(type) ? 20 : 5);

/** Prefix of tokens of the code flow, so that an error about an unknown one has the right form. */
export const codeFlowPrefix = 'pkce_';

const hashOfLink = (token: string) => createHash('sha256').update(token).digest('base64url');

// A plain hash of six digits is quickly reversed; with our secret it is not.
const hashOfCode = (auth: Auth, relatesTo: string, code: string) =>
  createHmac('sha256', auth.keys.secret).update(`code:${relatesTo}:${code}`).digest('base64url');

/** Makes a link's secret and its six-digit code. An older pair of the same kind is revoked. */
export async function makeOneTimeToken(
  auth: Auth,
  client: PoolClient,
  wanted: { userId: string; type: TokenType; relatesTo: string; challenge?: CodeChallenge | null },
): Promise<{ linkToken: string; code: string }> {
  const { userId, type, relatesTo, challenge } = wanted;
  const linkToken = (challenge ? codeFlowPrefix : '') + randomBytes(32).toString('hex');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = auth.now();
  await client.query(
    `insert into auth.one_time_tokens
       (user_id, token_type, token_hash, code_hash, relates_to, code_challenge, code_challenge_method,
        created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, code_hash = excluded.code_hash, relates_to = excluded.relates_to,
       failed_attempts = 0, code_challenge = excluded.code_challenge,
       code_challenge_method = excluded.code_challenge_method,
       created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [
      userId,
      type,
      hashOfLink(linkToken),
      hashOfCode(auth, relatesTo, code),
      relatesTo,
      challenge?.value ?? null,
      challenge?.method ?? null,
      now,
      new Date(now.getTime() + lifetimeMs(type)),
    ],
  );
  return { linkToken, code };
}

/** The challenge of the code flow that a token belongs to. */
export async function challengeOf(
  client: PoolClient,
  userId: string,
  type: TokenType,
): Promise<CodeChallenge | null> {
  const { rows } = await client.query<
    Pick<OneTimeToken, 'code_challenge' | 'code_challenge_method'>
  >(
    `select code_challenge, code_challenge_method from auth.one_time_tokens
     where user_id = $1 and token_type = $2`,
    [userId, type],
  );
  const { code_challenge: value, code_challenge_method: method } = rows[0] ?? {};
  return value && method ? { value, method } : null;
}

const ofLink =
  'from auth.one_time_tokens where token_hash = $1 and token_type = any($2) and expires_at > $3';

/** Uses a link's token. Null if it is unknown, used, revoked or expired. */
export const useLinkToken = (...link: Link) =>
  firstOf(`delete ${ofLink} returning ${returned}`, ...link);

/** A link's token, which stays usable. Null if it is unknown, used, revoked or expired. */
export const findLinkToken = (...link: Link) => firstOf(`select ${returned} ${ofLink}`, ...link);

type Link = [auth: Auth, client: PoolClient, types: readonly TokenType[], token: string];

async function firstOf(statement: string, ...[auth, client, types, token]: Link) {
  const { rows } = await client.query<OneTimeToken>(statement, [
    hashOfLink(token),
    types,
    auth.now(),
  ]);
  return rows[0] ?? null;
}

/** Uses the token of a code flow. Null if a newer one replaced it, or it is used or expired. */
export async function useChallengedToken(
  auth: Auth,
  client: PoolClient,
  wanted: { userId: string; types: readonly TokenType[]; challenge: string },
): Promise<OneTimeToken | null> {
  const { rows } = await client.query<OneTimeToken>(
    `delete from auth.one_time_tokens
     where user_id = $1 and token_type = any($2) and code_challenge = $3 and expires_at > $4
     returning ${returned}`,
    [wanted.userId, wanted.types, wanted.challenge, auth.now()],
  );
  return rows[0] ?? null;
}

/**
 * Uses a code sent to an address or number. Null if it is wrong or expired; after five wrong ones (twenty
 * for a texted code) the code is revoked, but not its link, so the caller must commit a failure too. A signed-in person's
 * is compared only with the codes of that account, the `userId`.
 */
export async function useCode(
  auth: Auth,
  client: PoolClient,
  types: readonly TokenType[],
  sent: { relatesTo: string; code: string; userId?: string | undefined },
): Promise<OneTimeToken | null> {
  const { rows } = await client.query<OneTimeToken & { code_hash: string }>(
    `select ${returned}, code_hash from auth.one_time_tokens
     where relates_to = $1 and token_type = any($2) and expires_at > $3
       and ($4::uuid is null or user_id = $4)
     order by created_at desc for update`,
    [sent.relatesTo, types, auth.now(), sent.userId ?? null],
  );
  const given = hashOfCode(auth, sent.relatesTo, sent.code);
  const match = rows.find(({ code_hash: hash }) => isSame(hash, given));
  if (match) {
    await voidTokens(client, match.user_id, [match.token_type]);
    return match;
  }
  for (const { user_id, token_type } of rows) await countWrongCode(client, user_id, token_type);
  return null;
}

const isSame = (hash: string, given: string) =>
  hash.length === given.length && timingSafeEqual(Buffer.from(hash), Buffer.from(given));

// No code has an empty hash. The link stays, since its secret cannot be guessed.
async function countWrongCode(client: PoolClient, userId: string, type: TokenType) {
  await client.query(
    `update auth.one_time_tokens set failed_attempts = failed_attempts + 1,
       code_hash = case when failed_attempts + 1 >= $3 then '' else code_hash end
     where user_id = $1 and token_type = $2`,
    [userId, type, wrongCodesAllowed(type)],
  );
}

/** Revokes everything sent before. */
export async function voidTokens(client: PoolClient, userId: string, types: readonly TokenType[]) {
  await client.query(
    'delete from auth.one_time_tokens where user_id = $1 and token_type = any($2)',
    [userId, types],
  );
}
