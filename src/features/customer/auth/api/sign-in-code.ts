import { isAuthApiError, type VerifyOtpParams } from '@supabase/auth-js';
import type { Contact } from '@domain/contact/account.ts';
import { authClient, signUpSecret } from '@/lib/auth-client.ts';
import { loginUrl, type WayBack } from '@/config/login-url.ts';

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

/** Signs in with a code that was sent to the address of a booking. Throws with the account service's message. */
export async function confirmBookingCode(bookingId: string, token: string): Promise<void> {
  // The browser does not know the address. The client passes on what it is given.
  const proof = { type: 'email', booking_id: bookingId, token } as unknown as VerifyOtpParams;
  const { error } = await authClient().verifyOtp(proof);
  if (error) throw error;
}

/** Whether this browser signed up: only then can a code confirm the password chosen there. */
export const canConfirmByCode = () => signUpSecret() !== null;

/** Confirms the sign-up of this browser with the email's code. Throws with the account service's message. */
export async function confirmSignUpCode(email: string, token: string): Promise<void> {
  const proof = { email, token, type: 'signup' as const, code_verifier: signUpSecret() ?? '' };
  const { error } = await authClient().verifyOtp(proof);
  if (isAuthApiError(error) && error.code === 'bad_code_verifier') throw new Error(otherBrowser);
  if (error) throw error;
}

const otherBrowser =
  'This code belongs to a sign-up in another browser. Please open the link in the email.';

/** Emails the link and the code of a new account again. Throws with the account service's message. */
export async function resendConfirmation(email: string, from?: WayBack): Promise<void> {
  const { error } = await authClient().resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: loginUrl(from) },
  });
  if (error) throw error;
}
