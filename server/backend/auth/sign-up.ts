import type { Context } from 'hono';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { mailAccountExists, mailToken } from './auth-mail.ts';
import { type Contact, keepUnconfirmed, takeSendAttempt } from './contact.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import {
  challengeFields,
  mergeMetadata,
  metadata,
  readBody,
  readEmail,
  readPhone,
  text,
} from './request-fields.ts';
import { atSteadyPace } from './steady-pace.ts';
import { textCode } from './text-code.ts';
import { readWayBack } from './way-back.ts';
import { inTransaction } from '../database/transaction.ts';
import { signUpAnswer, userIdFor } from './sign-up-answer.ts';
import { keepPasswordOfSignUp } from './sign-up-passwords.ts';

const shape = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  ...challengeFields,
});

/**
 * POST /signup. The account needs the link in the email or the code in the text message. A known address or number
 * gets the same answer: the address is emailed that it has an account, the number gets no message.
 */
export const signUp = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape);
  const contact = readContact(auth, body);
  if (!body.password) throw invalidInput('Signup requires a valid password');
  checkNewPassword(body.password);
  const data = mergeMetadata({}, body.data ?? {});
  const wayBack = readWayBack(auth, c, body);
  await takeSendAttempt(auth, c, 'signup', contact);

  return atSteadyPace(async () => {
    const { by, value } = contact;
    // Hashed for known contacts too, so that the time reveals nothing.
    const encryptedPassword = await hashPassword(body.password);
    const account = { id: userIdFor(auth, value), contact, data, encryptedPassword };
    await inTransaction(auth.database, async (client) => {
      await keepPasswordOfSignUp(auth, client, account);
      const userId = await keepUnconfirmed(auth, client, account);
      if (!userId) {
        if (by === 'email') await mailAccountExists(client, value);
        return;
      }
      if (by === 'phone') {
        await textCode(auth, client, { userId, type: 'phone_confirmation', phone: value });
        return;
      }
      await mailToken(auth, client, { userId, type: 'confirmation', email: value, ...wayBack });
    });
    return c.json(signUpAnswer(auth, account));
  });
};

function readContact(auth: Auth, { email, phone }: { email: string; phone: string }): Contact {
  if (email && phone) {
    throw invalidInput('Only an email address or phone number should be provided on signup.');
  }
  if (email) return { by: 'email', value: readEmail(email) };
  if (!phone) {
    throw new AuthFailure(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!auth.sendSms) {
    throw new AuthFailure(400, 'phone_provider_disabled', 'Phone signups are disabled');
  }
  return { by: 'phone', value: readPhone(phone) };
}
