import type { Context } from 'hono';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import type { Contact } from './contact.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { takeGuess } from './guess-limits.ts';
import { isPasswordOf } from './passwords.ts';
import { readBody, readPhone, text } from './request-fields.ts';
import { startSession } from './sessions.ts';
import { passwordOfSignUp } from './sign-up-passwords.ts';
import { inTransaction } from '../database/transaction.ts';
import { findUserByEmail, findUserByPhone } from './users.ts';

const shape = z.object({ email: text, phone: text, password: text });

const wrong = () => new AuthFailure(400, 'invalid_credentials', 'Invalid login credentials');

const unconfirmed = {
  email: () => new AuthFailure(400, 'email_not_confirmed', 'Email not confirmed'),
  phone: () => new AuthFailure(400, 'phone_not_confirmed', 'Phone not confirmed'),
} as const;

/**
 * POST /token?grant_type=password. An unknown address, an account without a password and a wrong password get the
 * same answer in the same time. The password of a recent sign-up with the contact is answered as unconfirmed, also when the
 * contact belongs to somebody's account: so nobody learns that by signing up.
 */
export async function signInWithPassword(auth: Auth, c: Context) {
  const body = await readBody(c, shape);
  const { by, value } = readContact(auth, body);
  const guess = await takeGuess(auth, c, 'password', value);

  const find = by === 'email' ? findUserByEmail : findUserByPhone;
  const user = await find(auth.database.pool, value);
  const isRight = await isPasswordOf(user?.encrypted_password ?? null, body.password);
  if (!user?.[`${by}_confirmed_at`] || !isRight) {
    const ofSignUp = await passwordOfSignUp(auth, value);
    throw (await isPasswordOf(ofSignUp, body.password)) ? unconfirmed[by]() : wrong();
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
