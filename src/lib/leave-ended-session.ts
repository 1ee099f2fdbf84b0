import { isAuthSessionMissingError } from '@supabase/auth-js';
import { authClient } from './auth-client.ts';
import { logFailure } from './log-failure.ts';

/**
 * Asks the account service whether the sign-in of this browser still stands, and signs this browser out where it
 * has ended. Answers whether it has; no answer counts as a sign-in that stands.
 */
export async function leaveEndedSession(token?: string): Promise<boolean> {
  try {
    // The client forgets the sign-in itself when the service does not know it.
    const { error } = await authClient().getUser(token);
    return isAuthSessionMissingError(error);
  } catch (error) {
    logFailure('The session could not be checked', error);
    return false;
  }
}
