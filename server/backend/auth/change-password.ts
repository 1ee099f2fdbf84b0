import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { checkAdministratorPassword } from './administrator-passwords.ts';
import type { Auth } from './auth-context.ts';
import { readBusinessName } from './business-name.ts';
import { AuthFailure } from './errors.ts';
import { takeGuessOfOwn } from './guess-limits.ts';
import { voidTokens } from './one-time-tokens.ts';
import { checkNewPassword, hashPassword, isPasswordOf } from './passwords.ts';
import { endSessions } from './sessions.ts';
import type { Session } from './tokens.ts';
import type { User } from './users.ts';

/**
 * Checks a new password and hashes it. "Different from the old one" reveals whether a guess is the old one, so it
 * counts as a guess. Throws weak_password or same_password 422.
 */
export async function hashChangedPassword(auth: Auth, c: Context, user: User, password: string) {
  checkNewPassword(password);
  if (await isAdministrator(auth, user)) {
    const names = Object.values(user.raw_user_meta_data);
    const businessName = await readBusinessName(auth.database.pool);
    checkAdministratorPassword(password, { email: user.email, businessName, names });
  }
  const guess = await takeGuessOfOwn(auth, c, 'change-password', user.id);
  if (user.encrypted_password && (await isPasswordOf(user.encrypted_password, password))) {
    const message = 'New password should be different from the old password.';
    throw new AuthFailure(422, 'same_password', message);
  }
  const encrypted = await hashPassword(password);
  await guess.wasRight();
  return encrypted;
}

async function isAdministrator({ database }: Auth, { id }: User) {
  const { rowCount } = await database.pool.query('select from public.admins where user_id = $1', [
    id,
  ]);
  return rowCount !== 0;
}

/**
 * Sets the password and ends the person's other sessions. Unconfirmed changes are deleted, because another person
 * may have started them: recovery links, a new address or number, a second factor.
 */
export async function changePassword(
  auth: Auth,
  client: PoolClient,
  session: Session,
  encryptedPassword: string,
) {
  await client.query(
    `update auth.users set encrypted_password = $2, updated_at = $3, phone_change = null,
       email_change = null, email_change_confirm_status = 0
     where id = $1`,
    [session.user_id, encryptedPassword, auth.now()],
  );
  await voidTokens(client, session.user_id, [
    'recovery',
    'magiclink',
    'email_change_current',
    'email_change_new',
    'phone_change',
  ]);
  await client.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [
    session.user_id,
  ]);
  await endSessions(client, session, 'others');
}
