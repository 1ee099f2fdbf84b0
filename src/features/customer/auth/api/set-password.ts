import { authClient } from '@/lib/auth-client.ts';

/** Sets the password of whoever is signed in. Throws with the account service's message. */
export async function setPassword(password: string): Promise<void> {
  const { error } = await authClient().updateUser({ password });
  if (error) throw error;
}
