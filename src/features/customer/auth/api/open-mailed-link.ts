import { passingAuthClient } from '@/lib/auth-client.ts';
import type { MailedLink } from '../mailed-link.ts';

export type OpenedLink = {
  user: { id: string; email: string };
  tokens: { access_token: string; refresh_token: string };
  /** A phone number was given at sign-up, and is yet to be verified. */
  hasPhoneToVerify: boolean;
};

/**
 * Uses a mailed link up. This browser's session stays as it is until the caller keeps the new one. Null while the other
 * mailbox of a new address has yet to confirm. Throws with the account service's message.
 */
export async function openMailedLink({ tokenHash, type }: MailedLink): Promise<OpenedLink | null> {
  const { data, error } = await passingAuthClient().verifyOtp({ token_hash: tokenHash, type });
  if (error) throw error;
  if (!data.session) return null;
  const { access_token, refresh_token, user } = data.session;
  const { id, email = '', phone, user_metadata: details } = user;
  return {
    user: { id, email },
    tokens: { access_token, refresh_token },
    hasPhoneToVerify: !phone && Boolean(details['phone']),
  };
}

/** Ends the session of a link that the customer chose not to keep. */
export async function leaveMailedLink(): Promise<void> {
  const { error } = await passingAuthClient().signOut({ scope: 'local' });
  if (error) throw error;
}
