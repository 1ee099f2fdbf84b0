import type { Session as SignIn } from '@supabase/auth-js';
import { sessionKey } from './session.ts';

/** What a token has left when the client of the account service renews it. */
const renewedBeforeMs = 90_000;

/** The sign-in as this browser stores it, if its token need not be renewed; otherwise null. */
export function storedSignIn(): SignIn | null {
  try {
    const stored = JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as Partial<SignIn>;
    const isGood = (stored.expires_at ?? 0) * 1000 > Date.now() + renewedBeforeMs;
    return isGood && stored.access_token && stored.user ? (stored as SignIn) : null;
  } catch {
    return null;
  }
}
