import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { textCode } from './text-code.ts';

/**
 * Sends a code to the new number, which changes after the code. Only then does its holder learn whether the number
 * belongs to another account.
 */
export async function startPhoneChange(
  auth: Auth,
  client: PoolClient,
  change: { userId: string; phone: string },
) {
  const { userId, phone } = change;
  await client.query(
    'update auth.users set phone_change = $2, phone_change_sent_at = $3, updated_at = $3 where id = $1',
    [userId, phone, auth.now()],
  );
  await textCode(auth, client, { userId, type: 'phone_change', phone });
}
