import type { PoolClient } from 'pg';
import type { Auth } from './auth-context.ts';
import { makeOneTimeToken } from './one-time-tokens.ts';

export type TextedCode = {
  userId: string;
  type: 'phone' | 'phone_confirmation' | 'phone_change' | 'reauthentication';
  phone: string;
};

/** Makes a code and passes it to the sender of text messages, in the caller's transaction. */
export async function textCode(auth: Auth, client: PoolClient, wanted: TextedCode) {
  const { userId, type, phone } = wanted;
  const { code } = await makeOneTimeToken(auth, client, { userId, type, relatesTo: phone });
  await auth.sendSms?.(client, { phone, code });
}
