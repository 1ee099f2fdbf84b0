import { isAuthApiError } from '@supabase/auth-js';
import type { Contact } from '@domain/contact/account.ts';
import { authClient } from '@/lib/auth-client.ts';
import { loginUrl, type WayBack } from '../login-url.ts';

/**
 * Sends a one-time code: with a link by mail, or as a text message. Throws with the account service's
 * message, but never because there is no such account: that is nobody else's to know. An address without an
 * account gets one where `mayCreateAccount`, once the code is confirmed.
 */
export async function sendSignInCode(
  contact: Contact,
  { from, mayCreateAccount }: { from?: WayBack | undefined; mayCreateAccount: boolean },
): Promise<void> {
  const { error } = await authClient().signInWithOtp({
    ...contact,
    options: {
      shouldCreateUser: mayCreateAccount && 'email' in contact,
      emailRedirectTo: loginUrl(from),
    },
  });
  if (isAuthApiError(error) && error.code === 'otp_disabled') return;
  if (error) throw error;
}

/** Signs in with a code that was sent. Throws with the account service's message. */
export async function confirmSignInCode(contact: Contact, token: string): Promise<void> {
  const { error } = await authClient().verifyOtp(
    'phone' in contact
      ? { phone: contact.phone, token, type: 'sms' }
      : { email: contact.email, token, type: 'email' },
  );
  if (error) throw error;
}

/** Emails the link and the code of a new account again. Throws with the account service's message. */
export async function resendConfirmation(email: string, from?: WayBack): Promise<void> {
  const { error } = await authClient().resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: loginUrl(from) },
  });
  if (error) throw error;
}
