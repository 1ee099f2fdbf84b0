import type { Context } from 'hono';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { mailToken } from './auth-mail.ts';
import { invalidInput } from './errors.ts';
import { takeMailAttempt } from './mail-limits.ts';
import { challengeFields, readBody, readEmail, text } from './request-fields.ts';
import { atSteadyPace } from './steady-pace.ts';
import { inTransaction } from '../database/transaction.ts';
import { findUserByEmail } from './users.ts';
import { readWayBack } from './way-back.ts';

const shape = z.object({ email: text, ...challengeFields });

/** POST /recover: emails a link to set a new password. An unknown address gets the same answer. */
export const recover = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape);
  if (!body.email) throw invalidInput('Password recovery requires an email');
  const email = readEmail(body.email);
  const wayBack = readWayBack(auth, c, body);
  await takeMailAttempt(auth, c, 'recovery', email);

  return atSteadyPace(async () => {
    await inTransaction(auth.database, async (client) => {
      const user = await findUserByEmail(client, email);
      if (!user) return;
      const userId = user.id;
      await mailToken(auth, client, { userId, type: 'recovery', email, ...wayBack });
      await client.query('update auth.users set recovery_sent_at = $2 where id = $1', [
        userId,
        auth.now(),
      ]);
    });
    return c.json({});
  });
};
