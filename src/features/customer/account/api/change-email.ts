import { paths } from '@/config/paths.ts';
import { authClient } from '@/lib/auth-client.ts';

/** Mails a link to the old and to the new address; the change counts once both were followed. */
export async function changeEmail(email: string): Promise<void> {
  const { error } = await authClient().updateUser({ email }, { emailRedirectTo: accountUrl() });
  if (error) throw error;
}

/** Where the links lead that confirm a new e-mail address. */
const accountUrl = () => new URL(paths.account, window.location.origin).href;
