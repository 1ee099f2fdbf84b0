import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { mailToken } from './auth-mail.ts';
import { takeMailAttempt } from './mail-limits.ts';
import { voidTokens } from './one-time-tokens.ts';
import { findUserByEmail, type User } from './users.ts';

export type EmailChange = {
  user: User;
  newEmail: string;
  redirectTo: string;
};

/** Counts the emails to both mailboxes. Throws over_email_send_rate_limit 429. */
export async function takeEmailChange(
  auth: Auth,
  c: Context,
  email: string | null,
  wanted: string,
) {
  if (email) await takeMailAttempt(auth, c, 'email_change', email);
  await takeMailAttempt(auth, c, 'email_change', wanted, 'wanted');
}

/**
 * Requests confirmations of the new address from both mailboxes. Their links need a session of the account. A new address of another account gets no email,
 * so the change never completes; the answer does not reveal that.
 */
export async function mailEmailChange(auth: Auth, client: PoolClient, change: EmailChange) {
  const { user, newEmail, redirectTo } = change;
  await client.query(
    `update auth.users set email_change = $2, email_change_sent_at = $3, email_change_confirm_status = 0,
       updated_at = $3
     where id = $1`,
    [user.id, newEmail, auth.now()],
  );
  await voidTokens(client, user.id, ['email_change_current', 'email_change_new']);
  const mail = { userId: user.id, redirectTo, challenge: null, data: { new_email: newEmail } };
  if (user.email) {
    await mailToken(auth, client, { ...mail, type: 'email_change_current', email: user.email });
  }
  if (await findUserByEmail(client, newEmail)) return;
  await mailToken(auth, client, { ...mail, type: 'email_change_new', email: newEmail });
}
