import { matchPath } from '@/lib/match-path.ts';
import { type Address } from '@/lib/location.tsx';
import { paths } from '@/config/paths.ts';

/** What other screens pass along when they lead here. */
export type LoginState = {
  email?: string;
  isSignUp?: boolean;
  /** Opens the form for a code at once. */
  byCode?: boolean;
  /** The masked address that a code for the booking in `from` was just sent to. */
  codeSentTo?: string;
  /** Where to go on afterwards. */
  from?: string | Address;
  /** Came by a link of a format that no longer counts. */
  isOldLink?: boolean;
} | null;

/** Where to go once signed in. */
export function destinationOf(state: LoginState, isAdmin = false) {
  return state?.from ?? (isAdmin ? paths.admin : paths.myBookings);
}

/** The id of the booking that a guest came to move, which needs a sign-in; null for other visits. */
export function bookingToMove(state: LoginState): string | null {
  const from = state?.from;
  const path = typeof from === 'string' ? from : from?.pathname;
  return (path && matchPath(paths.reschedule, path.split('?')[0] ?? '')?.['bookingId']) || null;
}

/** A path of the app, or null for an address that leads anywhere else. */
export function ownPath(wanted: string | null): string | null {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, location.origin)) return null;
  const { origin, pathname, search } = new URL(wanted, location.origin);
  // `/.//host` has become `//host`, which alone names another host.
  const isOwn = origin === location.origin && !pathname.startsWith('//');
  return isOwn ? pathname + search : null;
}
