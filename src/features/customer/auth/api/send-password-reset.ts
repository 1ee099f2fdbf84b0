import { authClient } from '@/lib/auth-client.ts';
import { loginUrl, type WayBack } from '../login-url.ts';

/** Mails a link that leads back to the login screen. Throws with the account service's message. */
export async function sendPasswordReset(email: string, from?: WayBack): Promise<void> {
  const { error } = await authClient().resetPasswordForEmail(email, { redirectTo: loginUrl(from) });
  if (error) throw error;
}
