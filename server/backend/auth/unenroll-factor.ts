import type { Context } from 'hono';
import type { Auth } from './auth-context.ts';
import { AuthFailure } from './errors.ts';
import { requireFactor } from './factors.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { lowerSessions } from './session-level.ts';
import { requireSession } from './sessions.ts';
import { inTransaction } from '../database/transaction.ts';

/** DELETE /factors/{id}. Removing an active factor needs a fresh proof of it. */
export const unenrollFactor = (auth: Auth) => async (c: Context) => {
  const { user, session } = await requireSession(auth, c);
  const id = await inTransaction(auth.database, async (client) => {
    const factor = await requireFactor(client, c, user.id, 'for update');
    if (factor.status === 'verified' && session.aal !== 'aal2') {
      throw new AuthFailure(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    if (factor.status === 'verified') await requireFreshProof(auth, client, session);
    await client.query('delete from auth.mfa_factors where id = $1', [factor.id]);
    await lowerSessions(client, factor.id);
    return factor.id;
  });
  return c.json({ id });
};
