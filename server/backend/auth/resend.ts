import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { mailToken } from './auth-mail.ts';
import { mailEmailChange, takeEmailChange } from './change-email.ts';
import { startPhoneChange } from './change-phone.ts';
import { type Contact, takeSendAttempt } from './contact.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { challengeOf } from './one-time-tokens.ts';
import { challengeFields, readBody, readEmail, readPhone, text } from './request-fields.ts';
import { requireSession } from './sessions.ts';
import { takeSmsAttempt } from './sms-limits.ts';
import { atSteadyPace } from './steady-pace.ts';
import { textCode } from './text-code.ts';
import { inTransaction } from '../database/transaction.ts';
import { findUserByEmail, type User } from './users.ts';
import { readWayBack, type WayBack } from './way-back.ts';

const shape = z.object({ type: text, email: text, phone: text, ...challengeFields });

const mailed = ['signup', 'email_change'] as const;
const texted = ['sms', 'phone_change'] as const;

const changes = ['email_change', 'phone_change'];

/**
 * POST /resend: resends the message of a sign-up or of an email or phone change. Always answers the same. A change
 * starts over, so only the account's own session resends it, and it counts for the address or number that gets it.
 */
export const resend = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape);
  const { type } = body;
  const contact = readContact(auth, body);
  const wayBack = readWayBack(auth, c, body);
  const change = isOneOf(changes, type) ? await pendingChange(auth, c, contact) : null;
  if (!change) await takeSendAttempt(auth, c, type, contact);
  else if (contact.by === 'email') await takeEmailChange(auth, c, change.user.email, change.to);
  else await takeSmsAttempt(auth, c, change.to, 'wanted');

  return atSteadyPace(async () => {
    await inTransaction(auth.database, async (client) => {
      if (change) await changeAgain(auth, client, { ...change, by: contact.by, wayBack });
      else if (isOneOf(changes, type)) return;
      else if (contact.by === 'phone') await textAgain(auth, client, contact.value);
      else await mailAgain(auth, client, contact.value, wayBack);
    });
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

type Change = { user: User; to: string };

/** The change of the signed-in account that the contact, which is its old or its new one, belongs to. */
async function pendingChange(auth: Auth, c: Context, contact: Contact): Promise<Change | null> {
  const user = await requireSession(auth, c).then((found) => found.user, nullIfRefused);
  if (!user) return null;
  const [own, to] =
    contact.by === 'email' ? [user.email, user.email_change] : [user.phone, user.phone_change];
  return to && (contact.value === own || contact.value === to) ? { user, to } : null;
}

function nullIfRefused(error: unknown): null {
  if (error instanceof AuthFailure) return null;
  throw error;
}

async function changeAgain(
  auth: Auth,
  client: PoolClient,
  change: Change & { by: Contact['by']; wayBack: WayBack },
) {
  const { user, to, by, wayBack } = change;
  if (by === 'phone') await startPhoneChange(auth, client, { userId: user.id, phone: to });
  else await mailEmailChange(auth, client, { user, newEmail: to, redirectTo: wayBack.redirectTo });
}

async function mailAgain(auth: Auth, client: PoolClient, email: string, wayBack: WayBack) {
  const user = await findUserByEmail(client, email);
  if (!user) return;
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

/** Resends the code of a phone sign-up; nothing if none is pending. */
async function textAgain(auth: Auth, client: PoolClient, phone: string) {
  const { rows } = await client.query<{ id: string; encrypted_password: string | null }>(
    'select id, encrypted_password from auth.users where phone = $1 and phone_confirmed_at is null',
    [phone],
  );
  const [user] = rows;
  if (!user) return;
  const kind = user.encrypted_password ? 'phone_confirmation' : 'phone';
  await textCode(auth, client, { userId: user.id, type: kind, phone });
}
