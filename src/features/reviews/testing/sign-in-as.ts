import { setSession } from '@/lib/session.ts';

/** Somebody at the screen, whose token names them. */
export function signInAs(email: string, isAdmin = false) {
  setSession({
    status: 'signed-in',
    user: { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email },
    isAdmin,
    isRecovering: false,
    accessToken: () => Promise.resolve(`the token of ${email}`),
    signOut: () => Promise.resolve(),
  });
}
