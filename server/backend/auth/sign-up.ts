import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { mailToken } from './auth-mail.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { takeMailAttempt } from './mail-doors.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { safeRedirect } from './redirects.ts';
import {
  challengeFields,
  mergeMetadata,
  metadata,
  readBody,
  readChallenge,
  readEmail,
  text,
} from './request-fields.ts';
import { atSteadyPace } from './steady-pace.ts';
import { inTransaction } from '../database/transaction.ts';
import { signUpAnswer, userIdFor } from './sign-up-answer.ts';
import { emailProvider, type Metadata } from './users.ts';

const shape = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  ...challengeFields,
});

type NewUser = { id: string; email: string; encryptedPassword: string; data: Metadata };

/**
 * POST /signup. The account waits for the link in the mail. A known address gets the very same
 * answer, and no mail.
 */
export const signUp = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape);
  if (body.email && body.phone) {
    throw invalidInput('Only an email address or phone number should be provided on signup.');
  }
  if (body.phone)
    throw new AuthFailure(400, 'phone_provider_disabled', 'Phone signups are disabled');
  if (!body.email) {
    throw new AuthFailure(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!body.password) throw invalidInput('Signup requires a valid password');
  const email = readEmail(body.email);
  checkNewPassword(body.password);
  const data = mergeMetadata({}, body.data ?? {});
  const challenge = readChallenge(body);
  const redirectTo = safeRedirect(c.req.query('redirect_to'), auth.publicUrl);
  await takeMailAttempt(auth, c, 'signup', email);

  return atSteadyPace(async () => {
    const encryptedPassword = await hashPassword(body.password);
    const user: NewUser = { id: userIdFor(auth, email), email, encryptedPassword, data };
    await inTransaction(auth.database, async (client) => {
      const userId = await keepUnconfirmed(auth, client, user);
      if (!userId) return;
      await mailToken(auth, client, { userId, type: 'confirmation', email, redirectTo, challenge });
    });
    return c.json(signUpAnswer(auth, user));
  });
};

/**
 * Keeps the account, or takes the latest password for one that nobody has confirmed yet (only the
 * mailbox can tell who is right, and the newest mail is the one that counts).
 * Null when the address belongs to a confirmed account.
 */
async function keepUnconfirmed(
  auth: Auth,
  client: PoolClient,
  user: NewUser,
): Promise<string | null> {
  const isIdTaken = await client.query('select from auth.users where id = $1 and email <> $2', [
    user.id,
    user.email,
  ]);
  const { rows } = await client.query<{ id: string }>(
    `insert into auth.users as known
       (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, confirmation_sent_at,
        created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6, $6)
     on conflict (email) do update set
       encrypted_password = excluded.encrypted_password, raw_user_meta_data = excluded.raw_user_meta_data,
       confirmation_sent_at = excluded.confirmation_sent_at, updated_at = excluded.updated_at
       where known.email_confirmed_at is null
     returning id`,
    [
      isIdTaken.rowCount ? randomUUID() : user.id,
      user.email,
      user.encryptedPassword,
      JSON.stringify(emailProvider),
      JSON.stringify(user.data),
      auth.now(),
    ],
  );
  return rows[0]?.id ?? null;
}
