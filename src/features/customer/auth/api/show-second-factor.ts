import { authClient } from '@/lib/auth-client.ts';

/** Proves the second factor with a code of the app. Throws with the account service's message. */
export async function showSecondFactor(code: string): Promise<void> {
  const { mfa } = authClient();
  const factors = await mfa.listFactors();
  if (factors.error) throw factors.error;
  const [factor] = factors.data.totp;
  if (!factor) throw new Error('Your second factor no longer exists. Please sign in again.');
  const { error } = await mfa.challengeAndVerify({ factorId: factor.id, code });
  if (error) throw error;
}
