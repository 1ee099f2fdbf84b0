import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { mailToken } from './auth-mail.ts';
import { findBookingContact, maskedEmail } from './booking-contact.ts';
import { type Contact, findAccount, findOrKeep, takeSendAttempt } from './contact.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { takeMailAttempt } from './mail-limits.ts';
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
import { readWayBack, type WayBack } from './way-back.ts';
import { inTransaction } from '../database/transaction.ts';

const shape = z.object({
  email: text,
  phone: text,
  booking_id: text,
  create_user: z.boolean().nullish(),
  data: metadata,
  ...challengeFields,
});

/**
 * POST /otp: signs in without a password, by a link and code in an email or a code in a text message; an unknown
 * address or number gets an account unless `create_user` is false. The email address of a booking gets one in any
 * case. The answer reveals nothing. With a `booking_id` instead, the email goes to the booking's address, and the answer
 * has it masked; null without one.
 */
export const sendCode = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape);
  if (body.booking_id) return sendToBooking(auth, c, body);
  const contact = readContact(auth, body);
  const wayBack = readWayBack(auth, c, body);
  const data = mergeMetadata({}, body.data ?? {});
  await takeSendAttempt(auth, c, 'magiclink', contact);

  return atSteadyPace(async () => {
    await send(auth, { contact, data, isNew: body.create_user ?? true, wayBack });
    return c.json({});
  });
};

async function sendToBooking(auth: Auth, c: Context, body: z.infer<typeof shape>) {
  if (body.email || body.phone) {
    throw invalidInput('Only a booking id, an email address or phone number should be provided');
  }
  const wayBack = readWayBack(auth, c, body);
  const { email, countedBy } = await findBookingContact(auth, body.booking_id);
  await takeMailAttempt(auth, c, 'magiclink', countedBy);

  return atSteadyPace(async () => {
    if (email) {
      await send(auth, { contact: { by: 'email', value: email }, data: {}, isNew: true, wayBack });
    }
    return c.json({ sent_to: email && maskedEmail(email) });
  });
}

type Sending = {
  contact: Contact;
  data: Record<string, unknown>;
  isNew: boolean;
  wayBack: WayBack;
};

const send = (auth: Auth, { wayBack, ...wanted }: Sending) =>
  inTransaction(auth.database, async (client) => {
    const userId = await accountFor(auth, client, wanted);
    if (!userId) return;
    const { by, value } = wanted.contact;
    if (by === 'phone') await textCode(auth, client, { userId, type: 'phone', phone: value });
    else await mailToken(auth, client, { userId, type: 'magiclink', email: value, ...wayBack });
  });

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

async function accountFor(auth: Auth, client: PoolClient, wanted: Omit<Sending, 'wayBack'>) {
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
