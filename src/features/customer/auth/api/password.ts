import { authClient, signUpClient } from '@/lib/auth-client.ts';
import type { Credentials } from '@domain/contact/account.ts';
import { loginUrl, type WayBack } from '@/config/login-url.ts';

/** Throws with the account service's message when it refuses. */
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await authClient().signInWithPassword({ email, password });
  if (error) throw error;
}

/**
 * Asks for an account, which waits for the link in the mail. The phone number is kept with it: an
 * account is opened by its email address. Throws with the account service's message.
 */
export async function signUp(
  { email, password, phone }: Credentials,
  from?: WayBack,
): Promise<void> {
  const { error } = await signUpClient().signUp({
    email,
    password,
    options: { emailRedirectTo: loginUrl(from), data: phone ? { phone } : {} },
  });
  if (error) throw error;
}

/** Mails a link that leads back to the login screen. Throws with the account service's message. */
export async function sendPasswordReset(email: string, from?: WayBack): Promise<void> {
  const { error } = await authClient().resetPasswordForEmail(email, { redirectTo: loginUrl(from) });
  if (error) throw error;
}

/** Sets the signed-in user's password. Throws with the account service's message. */
export async function setPassword(password: string): Promise<void> {
  const { error } = await authClient().updateUser({ password });
  if (error) throw error;
}
