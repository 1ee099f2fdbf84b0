import { setSession, type Session } from '@/lib/session.ts';

type SignedIn = Extract<Session, { status: 'signed-in' }>;

/** Somebody is at the screen: a customer, unless the change says more. */
export function signIn(change: Partial<SignedIn> = {}) {
  setSession({
    status: 'signed-in',
    user: { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email: 'alex@example.com' },
    isAdmin: false,
    isRecovering: false,
    accessToken: () => Promise.resolve('a token'),
    signOut: () => Promise.resolve(),
    ...change,
  });
}
