import { isAuthApiError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { noAnswer } from './backend.ts';

/** What to tell about a failed call to the account service: its own words, where it had any. */
export function authFailureText(error: unknown, otherwise = 'Something went wrong'): string {
  if (isAuthRetryableFetchError(error)) {
    if (error.status === 0) return noAnswer;
    return error.status === 503 ? 'Something went wrong. Please try again in a minute.' : otherwise;
  }
  const seconds =
    isAuthApiError(error) && error.status === 429 && /(\d+) seconds/.exec(error.message);
  if (seconds) return waitSentence(Number(seconds[1]));
  return (error instanceof Error && error.message) || otherwise;
}

const waitSentence = (seconds: number): string =>
  seconds < 90
    ? `Please try again in ${seconds} seconds.`
    : `That was too many attempts. Please try again in ${Math.ceil(seconds / 60)} minutes.`;

/** The same about a code that was typed; a refused one says what to do next. */
export function codeFailureText(error: unknown): string {
  if (isAuthApiError(error) && refusedCodes.includes(error.code)) return wrongCode;
  return authFailureText(error, 'Invalid OTP or something went wrong.');
}

const refusedCodes: unknown[] = ['otp_expired', 'reauthentication_not_valid'];
const wrongCode = 'This code is wrong or has expired. Enter the newest one, or request a new code.';
