import { signIn } from '@/testing/sign-in.ts';

/** Somebody at the screen, whose token names them. */
export function signInAs(email: string, isAdmin = false) {
  signIn({
    user: { id: '7f6f9d7e-3f4e-4c83-9a53-1d2e7c0f5a10', email },
    isAdmin,
    accessToken: () => Promise.resolve(`the token of ${email}`),
  });
}
