import { currentSession, setSession } from '@/lib/session.ts';

/** Fetches what keeps a sign-in, but only for those who have one. */
export function resumeSession() {
  if (currentSession().status !== 'loading') return;
  import('@/lib/watch-session.ts').then(
    ({ watchSession }) => watchSession(),
    () => setSession({ status: 'guest' }),
  );
}
