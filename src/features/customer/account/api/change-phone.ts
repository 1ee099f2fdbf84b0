import { authClient, passingAuthClient } from '@/lib/auth-client.ts';
import { renewSession } from '@/lib/renew-session.ts';

/** Texts a code to the number, which counts once the code came back. */
export async function changePhone(phone: string): Promise<void> {
  const { error } = await authClient().updateUser({ phone });
  if (error) throw error;
}

/** Texts another one. */
export async function resendPhoneCode(phone: string): Promise<void> {
  const { error } = await authClient().resend({ type: 'phone_change', phone });
  if (error) throw error;
}

/**
 * Verifies the number. The service answers a code with a fresh sign-in; that one is let go, for it would
 * take the place of a sign-in that may have shown a second factor.
 */
export async function confirmPhone(phone: string, token: string): Promise<void> {
  const client = passingAuthClient();
  const { error } = await client.verifyOtp({ phone, token, type: 'phone_change' });
  if (error) throw error;
  await client.signOut({ scope: 'local' });
  await renewSession();
}
