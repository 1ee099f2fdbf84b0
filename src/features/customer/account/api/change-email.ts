import { authClient } from '@/lib/auth-client.ts';
import { accountUrl } from '../account-url.ts';

/** Mails a link to the old and to the new address; the change counts once both were followed. */
export async function changeEmail(email: string): Promise<void> {
  const { error } = await authClient().updateUser({ email }, { emailRedirectTo: accountUrl() });
  if (error) throw error;
}
