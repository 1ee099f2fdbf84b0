import { authClient } from '@/lib/auth-client.ts';

export async function changePassword(password: string): Promise<void> {
  const { error } = await authClient().updateUser({ password });
  if (error) throw error;
}
