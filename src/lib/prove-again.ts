import { queryOptions } from '@tanstack/react-query';
import type { Session as SignIn } from '@supabase/auth-js';
import { authClient } from './auth-client.ts';

type Contact = { email: string } | { phone: string };

/** What the signed-in person may prove who they are with. */
export type ProofWays = {
  /** The id of the second factor, which then is the only way. */
  factorId: string | null;
  /** Where a code is sent to. */
  contact: Contact;
};

export const proofWaysQuery = queryOptions({
  queryKey: ['proof-ways'],
  queryFn: findProofWays,
  gcTime: 0,
});

async function findProofWays(): Promise<ProofWays> {
  const client = authClient();
  const factors = await client.mfa.listFactors();
  if (factors.error) throw factors.error;
  const { user } = await currentSignIn();
  const contact = user.email ? { email: user.email } : { phone: `+${user.phone ?? ''}` };
  return { factorId: factors.data.totp[0]?.id ?? null, contact };
}

export async function proveByFactor(factorId: string, code: string): Promise<void> {
  const { error } = await authClient().mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

export const proveByPassword = (contact: Contact, password: string) =>
  signInAnew(() => authClient().signInWithPassword({ ...contact, password }));

export async function sendProofCode(contact: Contact): Promise<void> {
  const { error } = await authClient().signInWithOtp({
    ...contact,
    options: { shouldCreateUser: false },
  });
  if (error) throw error;
}

export const proveByCode = (contact: Contact, token: string) =>
  signInAnew(() =>
    authClient().verifyOtp(
      'phone' in contact
        ? { phone: contact.phone, token, type: 'sms' }
        : { email: contact.email, token, type: 'email' },
    ),
  );

/** A new sign-in takes the place of this browser's, which is ended: only its proof was too old. */
async function signInAnew(signIn: () => Promise<{ error: Error | null }>): Promise<void> {
  const { access_token: older } = await currentSignIn();
  const { error } = await signIn();
  if (error) throw error;
  await authClient().admin.signOut(older, 'local');
}

async function currentSignIn(): Promise<SignIn> {
  const { data, error } = await authClient().getSession();
  if (error) throw error;
  if (!data.session) throw new Error('You have been signed out. Please sign in again.');
  return data.session;
}
