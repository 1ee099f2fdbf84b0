import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { mailEmailChange, takeEmailChange } from './change-email.ts';
import { changePassword, hashChangedPassword } from './change-password.ts';
import { startPhoneChange } from './change-phone.ts';
import { AuthFailure } from './errors.ts';
import { hasFreshProof, reauthenticationNeeded } from './fresh-proof.ts';
import { takeGuessOfOwn } from './guess-limits.ts';
import { useNonce } from './reauthenticate.ts';
import {
  challengeFields,
  mergeMetadata,
  metadata,
  readBody,
  readEmail,
  readPhone,
  text,
} from './request-fields.ts';
import { requireSession } from './sessions.ts';
import { takeSmsAttempt } from './sms-limits.ts';
import type { Session } from './tokens.ts';
import { inTransaction } from '../database/transaction.ts';
import { findUserById, hasSecondFactor, type Metadata, type User, userResponse } from './users.ts';
import { readWayBack } from './way-back.ts';

const shape = z.object({
  email: text,
  phone: text,
  password: z.string().nullish(),
  nonce: text,
  data: metadata,
  app_metadata: metadata,
  ...challengeFields,
});

type Body = z.infer<typeof shape>;

/** The requested changes. */
type Wanted = {
  email: string | null;
  phone: string | null;
  password: string | null;
  data: Metadata | null;
};

/**
 * PUT /user: password, metadata, email address or phone number; the last two change after a confirmation.
 * Everything but metadata needs a fresh proof: of the session, or a nonce. Checks everything before it changes
 * anything.
 */
export const updateUser = (auth: Auth) => async (c: Context) => {
  const { user, session } = await requireSession(auth, c);
  const body = await readBody(c, shape);
  const wanted = readWanted(body, user);
  const wayBack = readWayBack(auth, c, body);
  checkMayChange(auth, { user, session, wanted });
  const isNonceNeeded =
    isOfSignIn(wanted) && !(await hasFreshProof(auth, auth.database.pool, session));
  if (isNonceNeeded && !body.nonce) throw reauthenticationNeeded();
  const encryptedPassword = wanted.password
    ? await hashChangedPassword(auth, c, user, wanted.password)
    : null;
  if (isNonceNeeded) await takeGuessOfOwn(auth, c, 'nonce', user.id);
  if (wanted.email) await takeEmailChange(auth, c, user.email, wanted.email);
  if (wanted.phone) await takeSmsAttempt(auth, c, wanted.phone, 'wanted');

  const updated = await inTransaction(auth.database, async (client) => {
    const { email: newEmail, phone, data } = wanted;
    const failure = isNonceNeeded ? await useNonce(auth, client, user, body.nonce) : null;
    if (failure) return failure;
    if (encryptedPassword) await changePassword(auth, client, session, encryptedPassword);
    if (data) await keepMetadata(auth, client, user, data);
    if (newEmail)
      await mailEmailChange(auth, client, { user, newEmail, redirectTo: wayBack.redirectTo });
    if (phone) await startPhoneChange(auth, client, { userId: user.id, phone });
    return findUserById(client, user.id);
  });
  if (updated instanceof AuthFailure) throw updated;
  return c.json(userResponse(updated ?? user));
};

function readWanted(body: Body, user: User): Wanted {
  if (body.app_metadata) {
    const message = 'Updating app_metadata requires admin privileges';
    throw new AuthFailure(403, 'not_admin', message);
  }
  return {
    email: changed(body.email && readEmail(body.email), user.email),
    phone: changed(body.phone && readPhone(body.phone), user.phone),
    password: body.password ? body.password : null,
    data: body.data ? mergeMetadata(user.raw_user_meta_data, body.data) : null,
  };
}

const changed = (wanted: string, current: string | null) =>
  wanted && wanted !== current ? wanted : null;

/** Whether it would change how the person signs in. */
const isOfSignIn = ({ email, phone, password }: Wanted) =>
  email !== null || phone !== null || password !== null;

/** Throws insufficient_aal 401 or phone_provider_disabled 422. */
function checkMayChange(auth: Auth, change: { user: User; session: Session; wanted: Wanted }) {
  const { user, session, wanted } = change;
  if (isOfSignIn(wanted) && hasSecondFactor(user) && session.aal !== 'aal2') {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.';
    throw new AuthFailure(401, 'insufficient_aal', message);
  }
  if (wanted.phone && !auth.sendSms) {
    throw new AuthFailure(422, 'phone_provider_disabled', 'Unable to get SMS provider');
  }
}

async function keepMetadata(auth: Auth, client: PoolClient, user: User, data: Metadata) {
  await client.query(
    'update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1',
    [user.id, JSON.stringify(data), auth.now()],
  );
}
