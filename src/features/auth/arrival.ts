import type { Location } from 'react-router';
import { paths } from '@/config/paths.ts';

/** What other screens hand over when they send somebody here. */
export type LoginState = {
  email?: string;
  isSignUp?: boolean;
  /** Where to go on afterwards. */
  from?: string | Pick<Location, 'pathname' | 'search' | 'hash'>;
} | null;

/** Where to go once signed in. */
export function destinationOf(state: LoginState) {
  return state?.from ?? paths.myBookings;
}

/** What is wrong with the mailed link that led here, or null. */
export function linkProblem(hash: string): string | null {
  const answer = new URLSearchParams(hash.replace(/^#/, ''));
  if (!answer.has('error')) return null;
  return answer.get('error_code') === 'otp_expired'
    ? 'This link was used already, or it is too old. Log in, or let us send you a new one.'
    : (answer.get('error_description') ?? 'This link did not work. Please try again.');
}
