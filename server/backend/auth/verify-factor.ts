import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { requireChallenge } from './challenge-factor.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { openSecret } from './factor-secrets.ts';
import { type Factor, requireFactor } from './factors.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { takeGuessOfOwn } from './guess-limits.ts';
import { readBody, text } from './request-fields.ts';
import { liftSession } from './session-level.ts';
import { requireSession } from './sessions.ts';
import { stepOfCode } from './totp.ts';
import { inTransaction } from '../database/transaction.ts';

const shape = z.object({ challenge_id: text, code: text });

/**
 * POST /factors/{id}/verify: a correct code raises the session to aal2. The first one activates the factor. A code
 * is accepted once; wrong ones are counted for the person, not for the challenge.
 */
export const verifyFactor = (auth: Auth) => async (c: Context) => {
  const { user, session } = await requireSession(auth, c);
  const { challenge_id: challengeId, code } = await readBody(c, shape);
  if (!code) throw invalidInput('Code needs to be non-empty');
  const { status } = await requireFactor(auth.database.pool, c, user.id);
  // An active factor is itself the proof; activating one changes how the person signs in.
  if (status === 'unverified') await requireFreshProof(auth, auth.database.pool, session);
  const guess = await takeGuessOfOwn(
    auth,
    c,
    'factor',
    user.id,
    auth.limits.factorGuessesPerAccount,
  );
  const answer = await inTransaction(auth.database, async (client) => {
    const factor = await requireFactor(client, c, user.id, 'for update');
    await requireChallenge(auth, client, { factorId: factor.id, challengeId });
    await useCodeOf(auth, client, factor, code);
    await client.query('delete from auth.mfa_challenges where id = $1', [challengeId]);
    return liftSession(auth, client, session, factor.id);
  });
  await guess.wasRight();
  return c.json(answer);
};

async function useCodeOf(auth: Auth, client: PoolClient, factor: Factor, code: string) {
  const secret = openSecret(auth.keys, factor.id, factor.secret);
  const step = stepOfCode(secret, code.replace(/\s/g, ''), auth.now());
  if (step === null || step <= Number(factor.last_used_step ?? -1)) {
    throw new AuthFailure(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  }
  await client.query(
    `update auth.mfa_factors set status = 'verified', last_used_step = $2, updated_at = $3 where id = $1`,
    [factor.id, step, auth.now()],
  );
  await client.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [
    factor.user_id,
  ]);
}
