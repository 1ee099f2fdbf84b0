import { AuthClient } from '@supabase/auth-js';
import { appConfig } from '@/config/env.ts';
import { backendUrl } from './backend-url.ts';
import { sessionKey } from './session.ts';
import { signInFetch } from './sign-in-times.ts';

type Client = InstanceType<typeof AuthClient>;
type Options = NonNullable<ConstructorParameters<typeof AuthClient>[0]>;

const newClient = (options: Options): Client =>
  new AuthClient({
    url: backendUrl('/auth/v1'),
    headers: { apikey: appConfig.anonKey },
    fetch: signInFetch,
    flowType: 'implicit',
    // An address may come from anybody: a session in it would sign this browser in as somebody else.
    detectSessionInUrl: false,
    ...options,
  });

let client: Client | null = null;

/** The one keeper of this browser's sign-in: made when it is first wanted, and it renews itself. */
export function authClient() {
  client ??= newClient({ storageKey: sessionKey, autoRefreshToken: true, persistSession: true });
  return client;
}

/** Forgets the sign-in of this browser without a word to the service, for an account that is no more. */
export async function forgetSignIn() {
  localStorage.removeItem(sessionKey);
  await authClient().signOut({ scope: 'local' });
}

const passing = { storageKey: 'passing-session', autoRefreshToken: false, persistSession: false };

let passingClient: Client | null = null;

/**
 * A client whose sign-in is never kept: to prove once more who is there, or to confirm a code, without
 * changing the session of this browser. Whoever signs in with it signs it out again.
 */
export function passingAuthClient() {
  passingClient ??= newClient(passing);
  return passingClient;
}

/** The same for calls that need this browser's sign-in; null without one. */
export async function signedInPassingClient(): Promise<Client | null> {
  const { data } = await authClient().getSession();
  if (!data.session) return null;
  const headers = {
    apikey: appConfig.anonKey,
    Authorization: `Bearer ${data.session.access_token}`,
  };
  return newClient({ ...passing, headers });
}

const signUpKey = 'sign-up';
let newAccounts: Client | null = null;

/**
 * Signs up, and leaves a secret in this browser that proves later whose password it is. A page that is not served
 * securely can't hash the secret, so it signs up without.
 */
export function signUpClient() {
  newAccounts ??= newClient({
    storageKey: signUpKey,
    flowType: 'subtle' in crypto ? 'pkce' : 'implicit',
    autoRefreshToken: false,
    persistSession: true,
  });
  return newAccounts;
}

/** The secret that the last sign-up left in this browser; null without one. */
export function signUpSecret(): string | null {
  try {
    const kept = localStorage.getItem(`${signUpKey}-code-verifier`);
    return kept ? (JSON.parse(kept) as string) : null;
  } catch {
    return null;
  }
}
