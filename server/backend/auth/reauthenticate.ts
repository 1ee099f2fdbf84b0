import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { mailCode } from './auth-mail.ts';
import { type Contact, takeSendAttempt } from './contact.ts';
import { AuthFailure } from './errors.ts';
import { useCode } from './one-time-tokens.ts';
import { requireSession } from './sessions.ts';
import { textCode } from './text-code.ts';
import { inTransaction } from '../database/transaction.ts';
import type { User } from './users.ts';

/** GET /reauthenticate: sends a nonce, which PUT /user accepts as a fresh proof. */
export const reauthenticate = (auth: Auth) => async (c: Context) => {
  const { user } = await requireSession(auth, c);
  const contact = contactOf(auth, user);
  await takeSendAttempt(auth, c, 'reauthentication', contact);
  const { by, value } = contact;
  await inTransaction(auth.database, async (client) => {
    const wanted = { userId: user.id, type: 'reauthentication' } as const;
    if (by === 'email') await mailCode(auth, client, { ...wanted, email: value });
    else await textCode(auth, client, { ...wanted, phone: value });
    await client.query('update auth.users set reauthentication_sent_at = $2 where id = $1', [
      user.id,
      auth.now(),
    ]);
  });
  return c.json({});
};

function contactOf(auth: Auth, user: User): Contact {
  if (user.email) {
    if (user.email_confirmed_at) return { by: 'email', value: user.email };
    throw new AuthFailure(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  if (!user.phone || !user.phone_confirmed_at) {
    throw new AuthFailure(422, 'phone_not_confirmed', 'Please verify your phone first.');
  }
  if (!auth.sendSms) {
    throw new AuthFailure(422, 'phone_provider_disabled', 'Unable to get SMS provider');
  }
  return { by: 'phone', value: user.phone };
}

/** Uses the nonce. A wrong one is counted, so the caller must commit a failure too. */
export async function useNonce(
  auth: Auth,
  client: PoolClient,
  user: User,
  nonce: string,
): Promise<AuthFailure | null> {
  const relatesTo = user.email ?? user.phone ?? '';
  const sent = { relatesTo, code: nonce.trim(), userId: user.id };
  const token = await useCode(auth, client, ['reauthentication'], sent);
  if (token) return null;
  return new AuthFailure(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}
