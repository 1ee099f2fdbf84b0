import type { Credentials } from '@domain/contact/account.ts';
import { authClient } from '@/lib/auth-client.ts';
import { loginUrl, type WayBack } from '../login-url.ts';

/**
 * Asks for an account, which waits for the link in the mail. The phone number is kept with it: an
 * account is opened by its e-mail address. Throws with the account service's message.
 */
export async function signUp(
  { email, password, phone }: Credentials,
  from?: WayBack,
): Promise<void> {
  const { error } = await authClient().signUp({
    email,
    password,
    options: { emailRedirectTo: loginUrl(from), data: phone ? { phone } : {} },
  });
  if (error) throw error;
}
