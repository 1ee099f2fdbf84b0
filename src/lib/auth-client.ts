import { AuthClient } from '@supabase/auth-js';
import { appConfig } from '@/config/env.ts';
import { backendUrl } from './backend-url.ts';
import { sessionKey } from './session.ts';
import { signInFetch } from './sign-in-times.ts';

let client: InstanceType<typeof AuthClient> | null = null;

/** The one keeper of this browser's sign-in: made when it is first wanted, and it renews itself. */
export function authClient() {
  client ??= new AuthClient({
    url: backendUrl('/auth/v1'),
    headers: { apikey: appConfig.anonKey },
    fetch: signInFetch,
    storageKey: sessionKey,
    flowType: 'implicit',
    // An address may come from anybody: a session in it would sign this browser in as somebody else.
    detectSessionInUrl: false,
    autoRefreshToken: true,
    persistSession: true,
  });
  return client;
}

/** Forgets the sign-in of this browser without a word to the service, for an account that is no more. */
export async function forgetSignIn() {
  localStorage.removeItem(sessionKey);
  await authClient().signOut({ scope: 'local' });
}

let passingClient: InstanceType<typeof AuthClient> | null = null;

/**
 * A client whose sign-in is never kept: to prove once more who is there, or to confirm a code, without
 * changing the session of this browser. Whoever signs in with it signs it out again.
 */
export function passingAuthClient() {
  passingClient ??= new AuthClient({
    url: backendUrl('/auth/v1'),
    headers: { apikey: appConfig.anonKey },
    fetch: signInFetch,
    storageKey: 'passing-session',
    flowType: 'implicit',
    detectSessionInUrl: false,
    autoRefreshToken: false,
    persistSession: false,
  });
  return passingClient;
}
