import { currentSession, subscribeToSession, type Session } from './session.ts';

type TokenSource = () => Promise<string | null>;

/** The token of whoever is signed in, null for a guest. Waits until it is known which. */
export async function accessToken(): Promise<string | null> {
  const source = await knownSource();
  return source();
}

const noToken: TokenSource = () => Promise.resolve(null);

function sourceIn(session: Session): TokenSource | undefined {
  return session.status === 'guest' ? noToken : session.accessToken;
}

function knownSource(): Promise<TokenSource> {
  return new Promise((resolve) => {
    let stop = () => {};
    const look = () => {
      const source = sourceIn(currentSession());
      if (!source) return;
      stop();
      resolve(source);
    };
    stop = subscribeToSession(look);
    look();
  });
}
