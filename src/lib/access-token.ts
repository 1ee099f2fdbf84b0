import { currentSession, subscribeToSession, type Session } from './session.ts';

type KnownSession = Exclude<Session, { status: 'loading' }>;

/** The token of whoever is signed in, null for a guest. Waits until it is known which. */
export async function accessToken(): Promise<string | null> {
  const session = await knownSession();
  return session.status === 'signed-in' ? session.accessToken() : null;
}

function knownSession(): Promise<KnownSession> {
  return new Promise((resolve) => {
    let stop = () => {};
    const look = () => {
      const session = currentSession();
      if (session.status === 'loading') return;
      stop();
      resolve(session);
    };
    stop = subscribeToSession(look);
    look();
  });
}
