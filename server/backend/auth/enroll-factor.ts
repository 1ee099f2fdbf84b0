import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import type { Auth } from './auth-context.ts';
import { readBusinessName } from './business-name.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { sealSecret } from './factor-secrets.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { readBody, text } from './request-fields.ts';
import { requireSession } from './sessions.ts';
import type { Session } from './tokens.ts';
import { newTotp } from './totp.ts';
import { inTransaction } from '../database/transaction.ts';

const shape = z.object({ factor_type: text, friendly_name: text, issuer: text });

const mostFactors = 10;

/** An unfinished enrolment keeps its name for this long. */
const unfinishedMs = 5 * 60_000;

/**
 * POST /factors: the secret for an authenticator app, as text, URI and QR code. The factor is active after its
 * first code. Another enrolment may be pending under another name.
 */
export const enrollFactor = (auth: Auth) => async (c: Context) => {
  const { user, session } = await requireSession(auth, c);
  const body = await readBody(c, shape);
  checkType(body.factor_type);
  const name = body.friendly_name.trim();
  if (name.length > 100) throw invalidInput('friendly_name cannot be longer than 100 characters');
  const { secret, uri } = newTotp(
    body.issuer.slice(0, 100) || (await readBusinessName(auth.database.pool)),
    user.email ?? user.phone ?? user.id,
  );
  await requireFreshProof(auth, auth.database.pool, session);
  const id = randomUUID();
  await inTransaction(auth.database, async (client) => {
    await makeRoom(auth, client, session, name);
    await client.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret, created_at, updated_at)
       values ($1, $2, $3, 'totp', $4, $5, $5)`,
      [id, user.id, name, sealSecret(auth.keys, id, secret), auth.now()],
    );
  });
  const totp = { qr_code: renderSVG(uri, { border: 4 }), secret, uri };
  return c.json({ id, type: 'totp', friendly_name: name, totp });
};

function checkType(type: string) {
  if (type === 'phone') {
    const message = 'MFA enroll is disabled for Phone';
    throw new AuthFailure(422, 'mfa_phone_enroll_not_enabled', message);
  }
  if (type === 'webauthn') {
    const message = 'MFA enroll is disabled for WebAuthn';
    throw new AuthFailure(422, 'mfa_webauthn_enroll_not_enabled', message);
  }
  if (type !== 'totp') throw invalidInput('factor_type needs to be totp, phone, or webauthn');
}

// Locks the account's row, so that two enrolments at once cannot both fit within the limit.
async function makeRoom(auth: Auth, client: PoolClient, session: Session, name: string) {
  const userId = session.user_id;
  await client.query('select from auth.users where id = $1 for update', [userId]);
  await client.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified'
       and coalesce(last_challenged_at, created_at) <= $2`,
    [userId, new Date(auth.now().getTime() - unfinishedMs)],
  );
  const { rows } = await client.query<{ friendly_name: string; status: string }>(
    'select friendly_name, status from auth.mfa_factors where user_id = $1',
    [userId],
  );
  if (rows.some((factor) => factor.friendly_name === name)) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new AuthFailure(422, 'mfa_factor_name_conflict', message);
  }
  if (rows.length >= mostFactors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw new AuthFailure(422, 'too_many_enrolled_mfa_factors', message);
  }
  if (rows.some(({ status }) => status === 'verified') && session.aal !== 'aal2') {
    throw new AuthFailure(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}
