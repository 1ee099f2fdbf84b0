import { isAuthRetryableFetchError } from '@supabase/auth-js';

/** What to tell about a failed call to the account service: its own words, where it had any. */
export function authFailureText(error: unknown, otherwise = 'Something went wrong'): string {
  if (isAuthRetryableFetchError(error)) {
    return error.status === 0
      ? 'We could not reach the server. Please check your connection and try again.'
      : otherwise;
  }
  return (error instanceof Error && error.message) || otherwise;
}

/** The same about a code that was typed. */
export function codeFailureText(error: unknown): string {
  return authFailureText(error, 'Invalid OTP or something went wrong.');
}
