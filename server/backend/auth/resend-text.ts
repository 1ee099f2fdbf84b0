import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { startPhoneChange } from './change-phone.ts';
import { textCode } from './text-code.ts';

type Waiting = { id: string; phone_change: string; encrypted_password: string | null };

/** Resends the code of a phone sign-up or of a number change; nothing if none is pending. */
export async function textAgain(
  auth: Auth,
  client: PoolClient,
  wanted: { type: string; phone: string },
) {
  const { type, phone } = wanted;
  if (type === 'phone_change') {
    // Several accounts may request one number, which only its holder can confirm: the newest counts.
    const { rows } = await client.query<Waiting>(
      `select id, phone_change from auth.users where phone_change = $1 or phone = $1 and phone_change is not null
       order by phone_change = $1 desc, phone_change_sent_at desc limit 1`,
      [phone],
    );
    const [user] = rows;
    if (user) await startPhoneChange(auth, client, { userId: user.id, phone: user.phone_change });
    return;
  }
  const { rows } = await client.query<Waiting>(
    'select id, encrypted_password from auth.users where phone = $1 and phone_confirmed_at is null',
    [phone],
  );
  const [user] = rows;
  if (!user) return;
  const kind = user.encrypted_password ? 'phone_confirmation' : 'phone';
  await textCode(auth, client, { userId: user.id, type: kind, phone });
}
