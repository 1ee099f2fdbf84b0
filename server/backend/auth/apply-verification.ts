import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { AuthFailure } from './errors.ts';
import { type OneTimeToken, type TokenType, voidTokens } from './one-time-tokens.ts';

const typesByName: Record<string, readonly TokenType[]> = {
  signup: ['confirmation'],
  recovery: ['recovery'],
  magiclink: ['magiclink'],
  email: ['magiclink'],
  email_change: ['email_change_current', 'email_change_new'],
  sms: ['phone_confirmation', 'phone'],
  phone_change: ['phone_change'],
};

/** The kinds of tokens for the `type` of a verification; null for an unknown type. */
export const tokenTypesFor = (name: string): readonly TokenType[] | null =>
  Object.hasOwn(typesByName, name) ? (typesByName[name] ?? null) : null;

export const oneOfTwoConfirmed =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** The part of a verification that shows more than access to the mailbox or phone. */
export type Proof = {
  /** Whether the secret of the request came with it. The browser that signed up keeps its password and details. */
  isOfRequest: boolean;
  /** The hash of a password given with the confirmation; it replaces that of the sign-up. */
  encryptedPassword: string | null;
};

export const noProof: Proof = { isOfRequest: false, encryptedPassword: null };

/**
 * Performs the purpose of a used token. 'waiting' means that the other mailbox of an email change must still
 * confirm, and this token signs nobody in.
 */
export async function applyVerification(
  auth: Auth,
  client: PoolClient,
  token: OneTimeToken,
  proof: Proof,
): Promise<'done' | 'waiting'> {
  switch (token.token_type) {
    case 'confirmation':
    case 'recovery':
    case 'magiclink':
      await confirmContact(auth, client, { by: 'email', token, proof });
      await voidTokens(client, token.user_id, ['confirmation']);
      return 'done';
    case 'email_change_current':
    case 'email_change_new':
      return confirmEmailChange(auth, client, token);
    case 'phone':
    case 'phone_confirmation':
      await confirmContact(auth, client, { by: 'phone', token, proof });
      await voidTokens(client, token.user_id, ['phone', 'phone_confirmation']);
      return 'done';
    case 'phone_change':
      await confirmPhoneChange(auth, client, token);
      return 'done';
    case 'reauthentication':
      throw expired();
  }
}

const expired = () => new AuthFailure(403, 'otp_expired', 'Token has expired or is invalid');

// A message proves access to the mailbox or phone. The password and details of an unconfirmed account may be a
// stranger's, so the secret of any request but the sign-up's says nothing about them.
async function confirmContact(
  auth: Auth,
  client: PoolClient,
  { by, token, proof }: { by: 'email' | 'phone'; token: OneTimeToken; proof: Proof },
) {
  const isOfSignUp = proof.isOfRequest && token.token_type === 'confirmation';
  const isKept = `${by}_confirmed_at is not null or $4`;
  const { rowCount } = await client.query(
    `update auth.users set ${by}_confirmed_at = coalesce(${by}_confirmed_at, $3), updated_at = $3,
       encrypted_password = case when ${isKept} then encrypted_password else $5 end,
       raw_user_meta_data = case when ${isKept} then raw_user_meta_data else '{}' end
     where id = $1 and ${by} = $2`,
    [token.user_id, token.relates_to, auth.now(), isOfSignUp, proof.encryptedPassword],
  );
  if (!rowCount) throw expired();
}

async function confirmEmailChange(auth: Auth, client: PoolClient, token: OneTimeToken) {
  // An account without an address has only one mailbox to confirm.
  const { rows } = await client.query<{ needs_both: boolean }>(
    `select email is not null and email_change_confirm_status = 0 as needs_both
     from auth.users where id = $1 for update`,
    [token.user_id],
  );
  if (rows[0]?.needs_both) {
    await client.query(
      'update auth.users set email_change_confirm_status = 1, updated_at = $2 where id = $1',
      [token.user_id, auth.now()],
    );
    return 'waiting';
  }
  await client
    .query(
      `update auth.users set email = email_change, email_change = null, email_change_confirm_status = 0,
         email_confirmed_at = $2, updated_at = $2
       where id = $1`,
      [token.user_id, auth.now()],
    )
    .catch(
      throwTaken('email_exists', 'A user with this email address has already been registered'),
    );
  // Emails to the old address must not open the account anymore.
  const sentByMail: TokenType[] = ['confirmation', 'recovery', 'magiclink'];
  await voidTokens(client, token.user_id, sentByMail);
  return 'done';
}

async function confirmPhoneChange(auth: Auth, client: PoolClient, token: OneTimeToken) {
  // An unconfirmed sign-up with the number must not block its owner.
  await client.query(
    `delete from auth.users
     where phone = $1 and phone_confirmed_at is null and email is null and id <> $2`,
    [token.relates_to, token.user_id],
  );
  await client
    .query(
      `update auth.users set phone = $2, phone_confirmed_at = $3, phone_change = null, updated_at = $3
       where id = $1`,
      [token.user_id, token.relates_to, auth.now()],
    )
    .catch(throwTaken('phone_exists', 'A user with this phone number has already been registered'));
  // Codes sent to the old number must not open the account anymore.
  await voidTokens(client, token.user_id, ['phone', 'phone_confirmation']);
}

const throwTaken = (code: string, message: string) => (error: unknown) => {
  const isDuplicate = error instanceof Error && 'code' in error && error.code === '23505';
  throw isDuplicate ? new AuthFailure(422, code, message) : error;
};
