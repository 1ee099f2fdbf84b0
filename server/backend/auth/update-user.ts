import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { mailEmailChange } from './change-email.ts';
import { changePassword, hashChangedPassword } from './change-password.ts';
import { startPhoneChange } from './change-phone.ts';
import { AuthFailure } from './errors.ts';
import { takeMailAttempt } from './mail-doors.ts';
import { safeRedirect } from './redirects.ts';
import {
  challengeFields,
  mergeMetadata,
  metadata,
  readBody,
  readChallenge,
  readEmail,
  readPhone,
  text,
} from './request-fields.ts';
import { requireSession } from './sessions.ts';
import { inTransaction } from '../database/transaction.ts';
import { findUserById, hasSecondFactor, type Metadata, type User, userResponse } from './users.ts';

const shape = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  data: metadata,
  app_metadata: metadata,
  ...challengeFields,
});

/**
 * PUT /user: password, metadata, and an e-mail address or phone number, which count only once they
 * are confirmed. Everything is checked before anything is changed.
 */
export const updateUser = (auth: Auth) => async (c: Context) => {
  const { user, session } = await requireSession(auth, c);
  const body = await readBody(c, shape);
  if (body.app_metadata) {
    const message = 'Updating app_metadata requires admin privileges';
    throw new AuthFailure(403, 'not_admin', message);
  }
  const challenge = readChallenge(body);
  const newEmail = changed(body.email && readEmail(body.email), user.email);
  const phone = changed(body.phone && readPhone(body.phone), user.phone);
  const data = body.data ? mergeMetadata(user.raw_user_meta_data, body.data) : null;
  if (hasSecondFactor(user) && session.aal !== 'aal2' && (body.password || newEmail || phone)) {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.';
    throw new AuthFailure(401, 'insufficient_aal', message);
  }
  if (phone && !auth.sendSms) {
    throw new AuthFailure(422, 'phone_provider_disabled', 'Unable to get SMS provider');
  }
  const encryptedPassword = body.password
    ? await hashChangedPassword(auth, c, user, body.password)
    : null;
  if (newEmail) await takeMailAttempt(auth, c, 'email_change', user.id);
  const redirectTo = safeRedirect(c.req.query('redirect_to'), auth.publicUrl);

  const updated = await inTransaction(auth.database, async (client) => {
    if (encryptedPassword) await changePassword(auth, client, session, encryptedPassword);
    if (data) await keepMetadata(auth, client, user, data);
    if (newEmail) await mailEmailChange(auth, client, { user, newEmail, redirectTo, challenge });
    if (phone) await startPhoneChange(auth, client, { user, phone });
    return findUserById(client, user.id);
  });
  return c.json(userResponse(updated ?? user));
};

const changed = (wanted: string, current: string | null) =>
  wanted && wanted !== current ? wanted : null;

async function keepMetadata(auth: Auth, client: PoolClient, user: User, data: Metadata) {
  await client.query(
    'update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1',
    [user.id, JSON.stringify(data), auth.now()],
  );
}
