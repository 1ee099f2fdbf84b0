import { createHmac } from 'node:crypto';
import type { Auth } from './auth-context.ts';
import { type NewAccount, providerOf } from './contact.ts';
import { userResponse } from './users.ts';

/**
 * The id of the account for a sign-up. Every sign-up with the address or number answers with it, whether it
 * creates an account or not, so no answer reveals which.
 */
export function userIdFor(auth: Auth, contact: string): string {
  const bytes = createHmac('sha256', auth.keys.secret).update(`user:${contact}`).digest('hex');
  const variant = '89ab'.charAt(parseInt(bytes.charAt(16), 16) % 4);
  return [
    bytes.slice(0, 8),
    bytes.slice(8, 12),
    `4${bytes.slice(13, 16)}`,
    `${variant}${bytes.slice(17, 20)}`,
    bytes.slice(20, 32),
  ].join('-');
}

/** The answer to a sign-up: made from the request alone, never from the database. */
export function signUpAnswer(auth: Auth, account: NewAccount) {
  const { by, value } = account.contact;
  const now = auth.now();
  return userResponse({
    id: account.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: by === 'email' ? value : null,
    confirmation_sent_at: now,
    phone: by === 'phone' ? value : null,
    raw_app_meta_data: providerOf(account.contact),
    raw_user_meta_data: account.data,
    is_anonymous: false,
    created_at: now,
    updated_at: now,
  });
}
