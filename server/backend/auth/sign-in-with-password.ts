import type { Context } from 'hono';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import type { Contact } from './contact.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { takeGuess } from './guess-limits.ts';
import { isPasswordOf } from './passwords.ts';
import { readBody, readPhone, text } from './request-fields.ts';
import { startSession } from './sessions.ts';
import { inTransaction } from '../database/transaction.ts';
import { findUserByEmail, findUserByPhone } from './users.ts';

const shape = z.object({ email: text, phone: text, password: text });

/**
 * POST /token?grant_type=password. An unknown address, an account without a password and a wrong password get the
 * same answer in the same time. Only the right password reveals that the address is unconfirmed.
 */
export async function signInWithPassword(auth: Auth, c: Context) {
  const body = await readBody(c, shape);
  const { by, value } = readContact(auth, body);
  const guess = await takeGuess(auth, c, 'password', value);

  const find = by === 'email' ? findUserByEmail : findUserByPhone;
  const user = await find(auth.database.pool, value);
  const isRight = await isPasswordOf(user?.encrypted_password ?? null, body.password);
  if (!user || !isRight) {
    throw new AuthFailure(400, 'invalid_credentials', 'Invalid login credentials');
  }
  if (by === 'email' && !user.email_confirmed_at) {
    throw new AuthFailure(400, 'email_not_confirmed', 'Email not confirmed');
  }
  if (by === 'phone' && !user.phone_confirmed_at) {
    throw new AuthFailure(400, 'phone_not_confirmed', 'Phone not confirmed');
  }
  await guess.wasRight();
  const start = { userId: user.id, method: 'password', request: c.req.raw };
  return c.json(await inTransaction(auth.database, (client) => startSession(auth, client, start)));
}

function readContact(auth: Auth, { email, phone }: { email: string; phone: string }): Contact {
  if (email) return { by: 'email', value: email.trim().toLowerCase() };
  if (!phone) throw invalidInput('missing email or phone');
  if (!auth.sendSms) {
    throw new AuthFailure(422, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  return { by: 'phone', value: readPhone(phone) };
}
