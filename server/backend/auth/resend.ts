import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { mailToken } from './auth-mail.ts';
import { mailEmailChange } from './change-email.ts';
import type { CodeChallenge } from './code-flow.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { takeMailAttempt } from './mail-doors.ts';
import { safeRedirect } from './redirects.ts';
import { challengeFields, readBody, readChallenge, readEmail, text } from './request-fields.ts';
import { atSteadyPace } from './steady-pace.ts';
import { inTransaction } from '../database/transaction.ts';
import { findUserByEmail } from './users.ts';

const shape = z.object({ type: text, email: text, phone: text, ...challengeFields });

type Wanted = { type: string; email: string; redirectTo: string; challenge: CodeChallenge | null };

/** POST /resend: once more the mail of a sign-up or an e-mail change. Always answers the same. */
export const resend = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape);
  if (body.phone)
    throw new AuthFailure(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (body.type !== 'signup' && body.type !== 'email_change') {
    throw invalidInput('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (!body.email) throw invalidInput('Type provided requires an email address');
  const email = readEmail(body.email);
  const challenge = readChallenge(body);
  const redirectTo = safeRedirect(c.req.query('redirect_to'), auth.publicUrl);
  await takeMailAttempt(auth, c, body.type, email);

  return atSteadyPace(async () => {
    await inTransaction(auth.database, (client) =>
      mailAgain(auth, client, { type: body.type, email, redirectTo, challenge }),
    );
    return c.json({});
  });
};

async function mailAgain(auth: Auth, client: PoolClient, wanted: Wanted) {
  const { type, email, redirectTo, challenge } = wanted;
  const user = await findUserByEmail(client, email);
  if (!user) return;
  if (type === 'email_change') {
    const newEmail = user.email_change;
    if (newEmail) await mailEmailChange(auth, client, { user, newEmail, redirectTo, challenge });
    return;
  }
  if (user.email_confirmed_at) return;
  const userId = user.id;
  await mailToken(auth, client, { userId, type: 'confirmation', email, redirectTo, challenge });
  await client.query('update auth.users set confirmation_sent_at = $2 where id = $1', [
    userId,
    auth.now(),
  ]);
}
