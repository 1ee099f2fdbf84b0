import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { mailToken } from './auth-mail.ts';
import { mailEmailChange } from './change-email.ts';
import { type Contact, takeSendAttempt } from './contact.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { challengeOf } from './one-time-tokens.ts';
import { challengeFields, readBody, readEmail, readPhone, text } from './request-fields.ts';
import { textAgain } from './resend-text.ts';
import { requireSession } from './sessions.ts';
import { atSteadyPace } from './steady-pace.ts';
import { inTransaction } from '../database/transaction.ts';
import { findUserByEmail } from './users.ts';
import { readWayBack, type WayBack } from './way-back.ts';

const shape = z.object({ type: text, email: text, phone: text, ...challengeFields });

const mailed = ['signup', 'email_change'] as const;
const texted = ['sms', 'phone_change'] as const;

type Wanted = { type: string; email: string; asker: string | null; wayBack: WayBack };

/**
 * POST /resend: resends the message of a sign-up or of an email or phone change. Always answers the same. A change of
 * address starts over, so only the account's own session resends it.
 */
export const resend = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape);
  const { type } = body;
  const contact = readContact(auth, body);
  const wayBack = readWayBack(auth, c, body);
  const asker = type === 'email_change' ? await signedIn(auth, c) : null;
  await takeSendAttempt(auth, c, type, contact);

  return atSteadyPace(async () => {
    await inTransaction(auth.database, (client) =>
      contact.by === 'phone'
        ? textAgain(auth, client, { type, phone: contact.value })
        : mailAgain(auth, client, { type, email: contact.value, asker, wayBack }),
    );
    return c.json({});
  });
};

function readContact(auth: Auth, body: { type: string; email: string; phone: string }): Contact {
  const { type, email, phone } = body;
  if (email && phone) {
    throw invalidInput('Only an email address or phone number should be provided.');
  }
  if (isOneOf(mailed, type)) {
    if (!email) throw invalidInput('Type provided requires an email address');
    return { by: 'email', value: readEmail(email) };
  }
  if (!isOneOf(texted, type)) {
    throw invalidInput('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (!auth.sendSms) {
    throw new AuthFailure(400, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  if (!phone) throw invalidInput('Type provided requires a phone number');
  return { by: 'phone', value: readPhone(phone) };
}

const isOneOf = (types: readonly string[], type: string) => types.includes(type);

const signedIn = (auth: Auth, c: Context) =>
  requireSession(auth, c)
    .then(({ user }) => user.id)
    .catch(nullIfRefused);

function nullIfRefused(error: unknown): null {
  if (error instanceof AuthFailure) return null;
  throw error;
}

async function mailAgain(auth: Auth, client: PoolClient, wanted: Wanted) {
  const { type, email, asker, wayBack } = wanted;
  const user = await findUserByEmail(client, email);
  if (!user) return;
  if (type === 'email_change') {
    const newEmail = user.email_change;
    if (newEmail && asker === user.id)
      await mailEmailChange(auth, client, { user, newEmail, redirectTo: wayBack.redirectTo });
    return;
  }
  if (user.email_confirmed_at) return;
  const userId = user.id;
  // The browser that signed up stays the one that may keep its password, whoever asks for the email again.
  const challenge = await challengeOf(client, userId, 'confirmation');
  await mailToken(auth, client, { userId, type: 'confirmation', email, ...wayBack, challenge });
  await client.query('update auth.users set confirmation_sent_at = $2 where id = $1', [
    userId,
    auth.now(),
  ]);
}
