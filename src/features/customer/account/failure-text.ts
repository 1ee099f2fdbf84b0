import { authFailureText } from '@/lib/auth-failure.ts';

const sentences: Record<string, string> = {
  not_signed_in: 'You have been logged out. Please log in again.',
  second_factor_needed: 'This needs your second factor. Please enter a code of your app.',
  administrator_needed: 'Only administrators can change this.',
  reauthentication_needed: 'Please confirm it’s you with your password or a code, then try again.',
  upcoming_bookings:
    'You have a booking ahead of you. Please cancel it first, or come back after your visit.',
  last_administrator:
    'You are the only administrator. Make somebody else one first, or nobody could run the site.',
};

/** What to tell about a refusal, by the account service or by the database. */
export function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  // A fetch that gets no answer rejects with a TypeError in the browser's own words.
  if (error instanceof TypeError || /fetch/i.test(message)) {
    return 'We could not reach the server. Please check your connection and try again.';
  }
  return sentences[message] ?? authFailureText(error);
}
