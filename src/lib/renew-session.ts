import { authClient } from './auth-client.ts';

/** Fetches the sign-in anew, so that it knows what changed in the account. Throws when it has ended. */
export async function renewSession(): Promise<void> {
  const { error } = await authClient().refreshSession();
  if (error) throw error;
}
