import type { PoolClient } from 'pg';
import { newAdministratorPassword } from '../backend/auth/first-administrator.ts';
import { hashPassword } from '../backend/auth/passwords.ts';
import type { Database } from '../backend/database/database.ts';
import { inTransaction } from '../backend/database/transaction.ts';

/** An error that the machine's owner can fix; they read only its message. */
export class AdminCommandError extends Error {}

type Reset = {
  password: string;
  /** The remaining ways to sign in, as sentences. */
  methods: string[];
};

/**
 * Gives an administrator a new password and removes the second factor, its recovery codes, all sessions and all
 * pending codes. Needs no sign-in: it is for the owner of the machine. Throws AdminCommandError for an address
 * that is no administrator's.
 */
export async function resetAdministrator(database: Database, address: string): Promise<Reset> {
  const email = address.trim().toLowerCase();
  const password = newAdministratorPassword();
  const encryptedPassword = await hashPassword(password);
  return inTransaction(database, async (client) => {
    const id = await findAdministrator(client, email);
    await client.query(
      `update auth.users set encrypted_password = $2, email_confirmed_at = coalesce(email_confirmed_at, now()),
         email_change = null, email_change_confirm_status = 0, phone_change = null, updated_at = now()
       where id = $1`,
      [id, encryptedPassword],
    );
    for (const table of [
      'auth.mfa_factors',
      'private.recovery_codes',
      'private.recovery_attempts',
      'auth.one_time_tokens',
      'auth.flow_state',
      'auth.sessions',
    ]) {
      await client.query(`delete from ${table} where user_id = $1`, [id]);
    }
    const { rows } = await client.query<{ methods: string[] }>(
      'select private.sign_in_methods($1) as methods',
      [id],
    );
    return { password, methods: rows[0]?.methods ?? [] };
  });
}

async function findAdministrator(client: PoolClient, email: string): Promise<string> {
  const { rows } = await client.query<{ id: string; email: string | null }>(
    `select users.id, users.email from public.admins
     join auth.users on users.id = admins.user_id order by admins.created_at for update`,
  );
  const found = rows.find((administrator) => administrator.email === email);
  if (found) return found.id;
  const known = rows.map((administrator) => administrator.email ?? administrator.id).join(', ');
  throw new AdminCommandError(
    `No administrator has the address ${email}. Administrators: ${known}`,
  );
}
