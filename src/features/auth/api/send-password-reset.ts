import { authClient } from '@/lib/auth-client.ts';
import { loginUrl } from '../login-url.ts';

/** Mails a link that leads back to the login screen. Throws with the account service's message. */
export async function sendPasswordReset(email: string): Promise<void> {
  const { error } = await authClient().resetPasswordForEmail(email, { redirectTo: loginUrl() });
  if (error) throw error;
}
