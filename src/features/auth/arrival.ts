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

/** What followed the # in the address that a mailed link ended in, also behind a door that led here. */
export function hashOnArrival(hash: string, state: LoginState): string {
  if (hash) return hash;
  return typeof state?.from === 'object' ? state.from.hash : '';
}
