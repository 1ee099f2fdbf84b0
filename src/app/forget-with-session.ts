import type { QueryClient } from '@tanstack/react-query';
import { currentSession, subscribeToSession } from '@/lib/session.ts';

/**
 * What was looked up for one person is forgotten when they log out, and again when somebody else logs in: by
 * then nothing that was on the screen is left either. Answers how to stop.
 */
export function forgetWithSession(client: QueryClient) {
  let latest = signedInId();
  return subscribeToSession(() => {
    const next = signedInId();
    if (latest !== null && next !== latest) client.removeQueries({ type: 'inactive' });
    latest = next ?? latest;
  });
}

function signedInId(): string | null {
  const session = currentSession();
  return session.status === 'signed-in' ? session.user.id : null;
}
