import { isAuthRetryableFetchError } from '@supabase/auth-js';

/** What to tell about a failed call to the account service: its own words, where it had any. */
export function authFailureText(error: unknown): string {
  if (isAuthRetryableFetchError(error)) {
    return error.status === 0
      ? 'We could not reach the server. Please check your connection and try again.'
      : 'Something went wrong';
  }
  return (error instanceof Error && error.message) || 'Something went wrong';
}
