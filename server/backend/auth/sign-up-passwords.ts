import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import type { NewAccount } from './contact.ts';
import { confirmationLifetimeMs } from './one-time-tokens.ts';

/** Keeps the password of the latest sign-up with a contact, whether or not an account has the contact. */
export async function keepPasswordOfSignUp(auth: Auth, client: PoolClient, account: NewAccount) {
  const now = auth.now();
  await client.query(
    `delete from private.sign_up_passwords where contact in (
       select contact from private.sign_up_passwords where created_at < $1 limit 100 for update skip locked
     )`,
    [new Date(now.getTime() - confirmationLifetimeMs)],
  );
  await client.query(
    `insert into private.sign_up_passwords (contact, encrypted_password, created_at) values ($1, $2, $3)
     on conflict (contact) do update
     set encrypted_password = excluded.encrypted_password, created_at = excluded.created_at`,
    [account.contact.value, account.encryptedPassword, now],
  );
}

/** The hash of the password of the latest sign-up with a contact; null once its email confirms nothing. */
export async function passwordOfSignUp(auth: Auth, contact: string): Promise<string | null> {
  const { rows } = await auth.database.pool.query<{ encrypted_password: string }>(
    'select encrypted_password from private.sign_up_passwords where contact = $1 and created_at >= $2',
    [contact, new Date(auth.now().getTime() - confirmationLifetimeMs)],
  );
  return rows[0]?.encrypted_password ?? null;
}
