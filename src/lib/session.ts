import { useSyncExternalStore } from 'react';
import { formatPhone } from './format-phone.ts';

/** Who is at the screen. Administrators are decided by the server, never by this. */
export type Session =
  | {
      status: 'loading';
      /** The token of a stored sign-in that is still good, while the rest of the session is unknown. */
      accessToken?: () => Promise<string | null>;
    }
  | { status: 'guest' }
  | {
      status: 'signed-in';
      /** `email` is empty for an account with a phone only, `phone` like "+19055550142". */
      user: { id: string; email: string; phone?: string; name?: string };
      isAdmin: boolean;
      /** How far the server's answer about `isAdmin` is; it stays false until there is one. */
      adminCheck?: 'done' | 'retrying' | 'failed';
      /** Came by the link of a recovery mail, and has yet to set a new password. */
      isRecovering: boolean;
      /** Has a second factor, and has yet to show it. Until then nobody is an administrator. */
      needsSecondFactor?: boolean;
      /** A token that is still good; null when the sign-in has ended meanwhile. */
      accessToken: () => Promise<string | null>;
      /** Throws with a sentence when the backend could not be told. */
      signOut: () => Promise<void>;
    };

/** What the customer knows their account by. */
export const accountName = ({ email, phone }: { email: string; phone?: string }): string =>
  email || (phone ? formatPhone(phone) : 'your account');

const guest: Session = { status: 'guest' };

/** Under which a browser keeps its sign-in. */
export const sessionKey = 'customer-session';

let session: Session = mayBeSignedIn() ? { status: 'loading' } : guest;
const listeners = new Set<() => void>();

/** Whether there is a sign-in to resume. Only what this browser stored counts, and nothing in the address. */
function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(sessionKey) !== null;
  } catch {
    return false;
  }
}

/**
 * Written by whatever keeps the sign-in, which is loaded only where a stored session asks for it;
 * the shell only reads.
 */
export function setSession(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

export const currentSession = () => session;

export function subscribeToSession(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession, () => guest);
}
