import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { mailToken } from './auth-mail.ts';
import { type Contact, findAccount, findOrKeep, takeSendAttempt } from './contact.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import {
  challengeFields,
  mergeMetadata,
  metadata,
  readBody,
  readEmail,
  readPhone,
  text,
} from './request-fields.ts';
import { userIdFor } from './sign-up-answer.ts';
import { atSteadyPace } from './steady-pace.ts';
import { textCode } from './text-code.ts';
import { readWayBack } from './way-back.ts';
import { inTransaction } from '../database/transaction.ts';

const shape = z.object({
  email: text,
  phone: text,
  create_user: z.boolean().nullish(),
  data: metadata,
  ...challengeFields,
});

/**
 * POST /otp: signs in without a password, by a link and code in an email or a code in a text message; an unknown
 * address or number gets an account unless `create_user` is false. The email address of a booking gets one in any
 * case. The answer reveals nothing.
 */
export const sendCode = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape);
  const contact = readContact(auth, body);
  const wayBack = readWayBack(auth, c, body);
  const data = mergeMetadata({}, body.data ?? {});
  await takeSendAttempt(auth, c, 'magiclink', contact);

  return atSteadyPace(async () => {
    await inTransaction(auth.database, async (client) => {
      const userId = await accountFor(auth, client, {
        contact,
        data,
        isNew: body.create_user ?? true,
      });
      if (!userId) return;
      const { by, value } = contact;
      if (by === 'phone') await textCode(auth, client, { userId, type: 'phone', phone: value });
      else {
        await mailToken(auth, client, { userId, type: 'magiclink', email: value, ...wayBack });
      }
    });
    return c.json({});
  });
};

function readContact(auth: Auth, { email, phone }: { email: string; phone: string }): Contact {
  if (email && phone) {
    throw invalidInput('Only an email address or phone number should be provided');
  }
  if (email) return { by: 'email', value: readEmail(email) };
  if (!phone) throw invalidInput('One of email or phone must be set');
  if (!auth.sendSms) {
    throw new AuthFailure(400, 'phone_provider_disabled', 'Unsupported phone provider');
  }
  return { by: 'phone', value: readPhone(phone) };
}

async function accountFor(
  auth: Auth,
  client: PoolClient,
  wanted: { contact: Contact; data: Record<string, unknown>; isNew: boolean },
) {
  const { contact, data, isNew } = wanted;
  if (!isNew && !(await hasBooking(client, contact))) return findAccount(client, contact);
  const id = userIdFor(auth, contact.value);
  return findOrKeep(auth, client, { id, contact, encryptedPassword: null, data });
}

async function hasBooking(client: PoolClient, { by, value }: Contact): Promise<boolean> {
  if (by !== 'email') return false;
  const { rowCount } = await client.query(
    'select from public.bookings where customer_email = $1 limit 1',
    [value],
  );
  return rowCount !== 0;
}
