import { isAuthApiError } from '@supabase/auth-js';
import { passingAuthClient, signedInPassingClient, signUpSecret } from '@/lib/auth-client.ts';
import type { MailedLink } from '../mailed-link.ts';

export type OpenedLink = {
  user: { id: string; email: string };
  tokens: { access_token: string; refresh_token: string };
  /** A phone number was given at sign-up, and is yet to be verified. */
  hasPhoneToVerify: boolean;
};

/** What an opened link leads to. */
export type LinkAnswer =
  | { leadsTo: 'session'; opened: OpenedLink }
  /** The other mailbox of a new address has yet to confirm. */
  | { leadsTo: 'other mailbox' }
  /** Another client requested the link, and exchanges this code for its session. */
  | { leadsTo: 'code'; code: string }
  /** The password is another browser's, so it has to be typed. */
  | { leadsTo: 'password' };

/** Whether this browser can confirm a sign-up without its password. */
export const isOfSignUp = () => signUpSecret() !== null;

/**
 * Uses a mailed link up. This browser's session stays as it is until the caller keeps the new one. A `password` confirms
 * a sign-up of another browser. Throws with the account service's message.
 */
export async function openMailedLink(
  { tokenHash, type }: MailedLink,
  password: string | null,
): Promise<LinkAnswer> {
  const client = type === 'email_change' ? await signedInPassingClient() : passingAuthClient();
  if (!client) throw new Error(signInFirst);
  const secret = type === 'signup' && !password ? signUpSecret() : null;
  const link = {
    token_hash: tokenHash,
    type,
    ...(secret && { code_verifier: secret }),
    ...(password && { password }),
  };
  const { data, error } = await client.verifyOtp(link);
  if (isAuthApiError(error) && error.code === 'bad_code_verifier') return { leadsTo: 'password' };
  if (error) throw error;
  const { auth_code: code } = (data.user ?? {}) as { auth_code?: string };
  if (code) return { leadsTo: 'code', code };
  if (!data.session) return { leadsTo: 'other mailbox' };
  const { access_token, refresh_token, user } = data.session;
  const { id, email = '', phone, user_metadata: details } = user;
  const opened = {
    user: { id, email },
    tokens: { access_token, refresh_token },
    hasPhoneToVerify: !phone && Boolean(details['phone']),
  };
  return { leadsTo: 'session', opened };
}

const signInFirst =
  'Sign in to the account whose address changes, then open the link in the email again.';

/** Ends the session of a link that the customer chose not to keep. */
export async function leaveMailedLink(): Promise<void> {
  const { error } = await passingAuthClient().signOut({ scope: 'local' });
  if (error) throw error;
}
