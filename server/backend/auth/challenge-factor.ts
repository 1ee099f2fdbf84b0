import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { AuthFailure } from './errors.ts';
import { requireFactor } from './factors.ts';
import { isUuid } from './request-fields.ts';
import { requireSession } from './sessions.ts';
import { inTransaction } from '../database/transaction.ts';

const lifetimeMs = 5 * 60_000;
const openAtOnce = 5;

/** POST /factors/{id}/challenge: for five minutes, a code of the factor is accepted. */
export const challengeFactor = (auth: Auth) => async (c: Context) => {
  const { user } = await requireSession(auth, c);
  const now = auth.now();
  const id = await inTransaction(auth.database, async (client) => {
    const factor = await requireFactor(client, c, user.id, 'for update');
    await client.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [
      factor.id,
      now,
    ]);
    await forgetOlder(client, factor.id, now);
    const { rows } = await client.query<{ id: string }>(
      'insert into auth.mfa_challenges (factor_id, created_at) values ($1, $2) returning id',
      [factor.id, now],
    );
    return rows[0]?.id;
  });
  const expiresAt = Math.floor((now.getTime() + lifetimeMs) / 1000);
  return c.json({ id, type: 'totp', expires_at: expiresAt });
};

async function forgetOlder(client: PoolClient, factorId: string, now: Date) {
  await client.query(
    `delete from auth.mfa_challenges where factor_id = $1 and (created_at <= $2 or id not in (
       select id from auth.mfa_challenges where factor_id = $1 order by created_at desc limit ${openAtOnce - 1}
     ))`,
    [factorId, new Date(now.getTime() - lifetimeMs)],
  );
}

/** Finds an open challenge of the factor. Throws mfa_factor_not_found or mfa_challenge_expired 422. */
export async function requireChallenge(
  auth: Auth,
  client: PoolClient,
  wanted: { factorId: string; challengeId: string },
) {
  const { factorId, challengeId } = wanted;
  const { rows } = isUuid(challengeId)
    ? await client.query<{ created_at: string | Date }>(
        'select created_at from auth.mfa_challenges where id = $1 and factor_id = $2',
        [challengeId, factorId],
      )
    : { rows: [] };
  const [challenge] = rows;
  if (!challenge) {
    const message = 'MFA factor with the provided challenge ID not found';
    throw new AuthFailure(422, 'mfa_factor_not_found', message);
  }
  if (auth.now().getTime() - new Date(challenge.created_at).getTime() > lifetimeMs) {
    const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthFailure(422, 'mfa_challenge_expired', message);
  }
}
