import type { PersonName } from '@domain/contact/account.ts';
import {
  authClient,
  forgetSignIn,
  passingAuthClient,
  signedInPassingClient,
} from '@/lib/auth-client.ts';
import { paths } from '@/config/paths.ts';
import { renewSession } from '@/lib/renew-session.ts';
import { restAs } from '@/lib/backend.ts';

export async function saveName({ firstName, lastName }: PersonName): Promise<void> {
  const { error } = await authClient().updateUser({
    data: { first_name: firstName, last_name: lastName },
  });
  if (error) throw error;
}

/** Mails a link to the old and to the new address; the change counts once both were followed. */
export async function changeEmail(email: string): Promise<void> {
  const { error } = await authClient().updateUser({ email }, { emailRedirectTo: accountUrl() });
  if (error) throw error;
}

/** Where the links lead that confirm a new email address. */
const accountUrl = () => new URL(paths.account, window.location.origin).href;

export async function changePassword(password: string): Promise<void> {
  const { error } = await authClient().updateUser({ password });
  if (error) throw error;
}

const signedOut = () => new Error('You have been signed out. Please sign in again.');

/** Texts a code to the number, which counts once the code came back. */
export async function changePhone(phone: string): Promise<void> {
  const { error } = await authClient().updateUser({ phone });
  if (error) throw error;
}

/** Texts another one, which needs this browser's sign-in. */
export async function resendPhoneCode(phone: string): Promise<void> {
  const client = await signedInPassingClient();
  if (!client) throw signedOut();
  const { error } = await client.resend({ type: 'phone_change', phone });
  if (error) throw error;
}

/**
 * Verifies the number, which needs this browser's sign-in. The service answers a code with a fresh one; that one is let
 * go, for it would take the place of a sign-in that may have shown a second factor.
 */
export async function confirmPhone(phone: string, token: string): Promise<void> {
  const client = await signedInPassingClient();
  if (!client) throw signedOut();
  const { error } = await client.verifyOtp({ phone, token, type: 'phone_change' });
  if (error) throw error;
  await client.signOut({ scope: 'local' });
  await renewSession();
}

/** On every device, this one included. */
export async function signOutEverywhere(): Promise<void> {
  const { error } = await authClient().signOut({ scope: 'global' });
  if (error) throw error;
}

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
  if (!factor) throw new Error('Your second factor no longer exists. Please reload the page.');
  const { data, error } = await mfa.challengeAndVerify({ factorId: factor.id, code });
  if (error) throw error;
  return data.access_token;
}
