import { useSyncExternalStore } from 'react';

/** Who is at the screen. Administrators are decided by the server, never by this. */
export type Session =
  | { status: 'loading' }
  | { status: 'guest' }
  | { status: 'signed-in'; user: { id: string; email: string }; isAdmin: boolean };

const guest: Session = { status: 'guest' };

let session: Session = guest;
const listeners = new Set<() => void>();

/** The one writer is whatever keeps the sign-in; the shell only reads. */
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
