import { createHash, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { AuthFailure } from './errors.ts';

/** The code flow (PKCE): only the client that requested the email can exchange its link for a session. */
export type CodeChallenge = { value: string; method: 's256' };

type FlowState = {
  user_id: string;
  authentication_method: string;
  code_challenge: string;
  expires_at: string | Date;
};

const codeLifetimeMs = 5 * 60_000;
/** The challenge of a verifier, by RFC 7636, and the stored hash of a code. */
export const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A code for a link whose button was pressed, valid for five minutes. The exchange uses the link. */
export async function makeAuthCode(
  auth: Auth,
  client: PoolClient,
  flow: { userId: string; method: string; challenge: CodeChallenge },
): Promise<string> {
  const code = randomUUID();
  const now = auth.now();
  await client.query('delete from auth.flow_state where expires_at < $1', [now]);
  await client.query(
    `insert into auth.flow_state
       (auth_code_hash, user_id, authentication_method, code_challenge, code_challenge_method, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      digest(code),
      flow.userId,
      flow.method,
      flow.challenge.value,
      flow.challenge.method,
      now,
      new Date(now.getTime() + codeLifetimeMs),
    ],
  );
  return code;
}

export type Exchange =
  | { ok: true; userId: string; method: string; challenge: string }
  | { ok: false; failure: AuthFailure };

/** Uses a code. A wrong verifier leaves it to the requesting client; the caller counts guesses. */
export async function useAuthCode(
  auth: Auth,
  client: PoolClient,
  given: { code: string; verifier: string },
): Promise<Exchange> {
  const { rows } = await client.query<FlowState>(
    'select * from auth.flow_state where auth_code_hash = $1 for update',
    [digest(given.code)],
  );
  const [flow] = rows;
  if (!flow) {
    const message = 'invalid flow state, no valid flow state found';
    return { ok: false, failure: new AuthFailure(404, 'flow_state_not_found', message) };
  }
  if (new Date(flow.expires_at) <= auth.now()) {
    const message = 'invalid flow state, flow state has expired';
    return { ok: false, failure: new AuthFailure(403, 'flow_state_expired', message) };
  }
  if (digest(given.verifier) !== flow.code_challenge) {
    const message = 'code challenge does not match previously saved code verifier';
    return { ok: false, failure: new AuthFailure(400, 'bad_code_verifier', message) };
  }
  await client.query('delete from auth.flow_state where auth_code_hash = $1', [digest(given.code)]);
  const { user_id: userId, authentication_method: method, code_challenge: challenge } = flow;
  return { ok: true, userId, method, challenge };
}
