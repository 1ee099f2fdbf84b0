import type { PersonName } from '@domain/contact/account.ts';
import { authClient } from '@/lib/auth-client.ts';

export async function saveName({ firstName, lastName }: PersonName): Promise<void> {
  const { error } = await authClient().updateUser({
    data: { first_name: firstName, last_name: lastName },
  });
  if (error) throw error;
}
