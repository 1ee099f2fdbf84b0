import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { advisoryLocks } from '../database/advisory-locks.ts';
import type { Database } from '../database/database.ts';
import { checkAdministratorPassword } from './administrator-passwords.ts';
import { readBusinessName } from './business-name.ts';
import { hashPassword } from './passwords.ts';
import { inTransaction } from '../database/transaction.ts';
import { emailProvider } from './users.ts';

type FirstAdministrator = { database: Database; email: string } & (
  | { password: string }
  /** Receives a generated password, which is stored nowhere, right before the account exists. */
  | { printPassword: (password: string) => void }
);

/**
 * Creates the first administrator once: a confirmed account with this address. If there is an administrator,
 * nothing changes, whatever the password. Throws weak_password 422.
 */
export async function ensureFirstAdministrator(
  options: FirstAdministrator,
): Promise<{ created: boolean }> {
  if (await hasAdministrator(options.database.pool)) return { created: false };
  const password = 'password' in options ? options.password : newAdministratorPassword();
  if ('password' in options) {
    const businessName = await readBusinessName(options.database.pool);
    checkAdministratorPassword(password, { email: options.email, businessName });
  }
  const encryptedPassword = await hashPassword(password);
  const created = await inTransaction(options.database, async (client) => {
    // Two replicas may start together.
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.firstAdministrator]);
    if (await hasAdministrator(client)) return false;
    const userId = await keepConfirmed(
      client,
      options.email.trim().toLowerCase(),
      encryptedPassword,
    );
    await client.query('insert into public.admins (user_id) values ($1)', [userId]);
    // Before the account exists: a failure in between would leave an account that nobody can enter.
    if ('printPassword' in options) options.printPassword(password);
    return true;
  });
  return { created };
}

/** A generated one: 120 random bits. */
export const newAdministratorPassword = () => randomBytes(15).toString('base64url');

async function hasAdministrator(on: Pool | PoolClient) {
  const { rowCount } = await on.query('select from public.admins limit 1');
  return rowCount !== 0;
}

// The address is the owner's. An account that signed up with it before is taken over and signed out.
async function keepConfirmed(client: PoolClient, email: string, encryptedPassword: string) {
  const { rows } = await client.query<{ id: string }>(
    `insert into auth.users as known (email, encrypted_password, email_confirmed_at, raw_app_meta_data)
     values ($1, $2, now(), $3)
     on conflict (email) do update set
       encrypted_password = excluded.encrypted_password,
       email_confirmed_at = coalesce(known.email_confirmed_at, excluded.email_confirmed_at)
     returning id`,
    [email, encryptedPassword, JSON.stringify(emailProvider)],
  );
  const [user] = rows;
  if (!user) throw new Error('the first administrator could not be stored');
  await client.query('delete from auth.sessions where user_id = $1', [user.id]);
  return user.id;
}
