import { authClient } from '@/lib/auth-client.ts';

/** On every device, this one included. */
export async function signOutEverywhere(): Promise<void> {
  const { error } = await authClient().signOut({ scope: 'global' });
  if (error) throw error;
}
