import { authClient } from '@/lib/auth-client.ts';

/** A mailed or texted code, where the service wants to know once more who is there. */
type Proof = { nonce?: string };

/** Throws reauthentication_needed when the sign-in is too old to do without a code. */
export async function changePassword(password: string, { nonce }: Proof = {}): Promise<void> {
  const { error } = await authClient().updateUser({ password, ...(nonce && { nonce }) });
  if (error) throw error;
}

/** Sends the code that {@link changePassword} asked for. */
export async function sendPasswordCode(): Promise<void> {
  const { error } = await authClient().reauthenticate();
  if (error) throw error;
}
