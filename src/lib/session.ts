import { useSyncExternalStore } from 'react';

/** Who is at the screen. Administrators are decided by the server, never by this. */
export type Session =
  | { status: 'loading' }
  | { status: 'guest' }
  | {
      status: 'signed-in';
      user: { id: string; email: string };
      isAdmin: boolean;
      signOut: () => Promise<void>;
    };

const guest: Session = { status: 'guest' };

let session: Session = guest;
const listeners = new Set<() => void>();

/**
 * Written by whatever keeps the sign-in, which is loaded only where a stored session asks for it;
 * the shell only reads.
 */
export function setSession(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => guest,
  );
}
