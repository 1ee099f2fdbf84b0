import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { makeOneTimeToken } from './one-time-tokens.ts';
import type { User } from './users.ts';

/** Sends a code to the new number, which counts once the code comes back. */
export async function startPhoneChange(
  auth: Auth,
  client: PoolClient,
  change: { user: User; phone: string },
) {
  const { user, phone } = change;
  const { code } = await makeOneTimeToken(auth, client, {
    userId: user.id,
    type: 'phone_change',
    relatesTo: phone,
  });
  await client.query(
    'update auth.users set phone_change = $2, phone_change_sent_at = $3, updated_at = $3 where id = $1',
    [user.id, phone, auth.now()],
  );
  await auth.sendSms?.(client, { phone, code });
}
