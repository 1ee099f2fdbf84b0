import { authClient } from '@/lib/auth-client.ts';

/** Throws with the account service's message when it refuses. */
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await authClient().signInWithPassword({ email, password });
  if (error) throw error;
}
