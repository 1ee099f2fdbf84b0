import { isAuthApiError } from '@supabase/auth-js';
import type { Contact } from '@domain/account.ts';
import { authClient } from '@/lib/auth-client.ts';
import { loginUrl, type WayBack } from '../login-url.ts';

/**
 * Sends a one-time code: with a link by mail, or as a text message. Throws with the account service's
 * message, but never because there is no such account: that is nobody else's to know.
 */
export async function sendSignInCode(contact: Contact, from?: WayBack): Promise<void> {
  const { error } = await authClient().signInWithOtp({
    ...contact,
    options: { shouldCreateUser: false, emailRedirectTo: loginUrl(from) },
  });
  if (isAuthApiError(error) && error.code === 'otp_disabled') return;
  if (error) throw error;
}
