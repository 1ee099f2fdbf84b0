import { forgetSignIn, passingAuthClient } from '@/lib/auth-client.ts';
import { restAs } from '@/lib/backend.ts';

/** `code` is of the app, for those who have a second factor. */
export type LastProof = { email: string; password: string; code: string | null };

/**
 * Deletes the account, once its owner has proven anew who they are; the sign-in of this browser ends with
 * it. A refusal leaves everything as it was, and throws the service's words or the database's code word.
 */
export async function deleteAccount({ email, password, code }: LastProof): Promise<void> {
  const client = passingAuthClient();
  const { data, error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  try {
    let token = data.session.access_token;
    if (code) token = await tokenWithFactor(code);
    await restAs(token).rpc('delete_my_account').throwOnError();
  } catch (refusal) {
    await client.signOut({ scope: 'local' });
    throw refusal;
  }
  await forgetSignIn();
}

async function tokenWithFactor(code: string): Promise<string> {
  const { mfa } = passingAuthClient();
  const known = await mfa.listFactors();
  if (known.error) throw known.error;
  const [factor] = known.data.totp;
  if (!factor) throw new Error('There is no second factor any more. Please load the page again.');
  const { data, error } = await mfa.challengeAndVerify({ factorId: factor.id, code });
  if (error) throw error;
  return data.access_token;
}
