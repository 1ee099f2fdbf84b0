import type { Pool, PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { AuthFailure } from './errors.ts';
import type { Session } from './tokens.ts';

/**
 * Whether the session has a fresh proof. The rule is `private.proof_is_fresh`, also for the database's own
 * functions; a refresh proves nothing.
 */
export async function hasFreshProof(auth: Auth, on: Pool | PoolClient, session: Session) {
  const { rows } = await on.query<{ fresh: boolean }>(
    'select private.proof_is_fresh($1, $2) as fresh',
    [JSON.stringify(session.amr), auth.now()],
  );
  return rows[0]?.fresh === true;
}

export const reauthenticationNeeded = () =>
  new AuthFailure(
    400,
    'reauthentication_needed',
    'Please confirm it’s you with your password or a code, then try again.',
  );

/** Throws reauthentication_needed 400 unless the session has a fresh proof. */
export async function requireFreshProof(auth: Auth, on: Pool | PoolClient, session: Session) {
  if (!(await hasFreshProof(auth, on, session))) throw reauthenticationNeeded();
}
