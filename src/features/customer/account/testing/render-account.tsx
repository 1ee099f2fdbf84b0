import { screen } from '@testing-library/react';
import { authClient } from '@/lib/auth-client.ts';
import { setSession } from '@/lib/session.ts';
import { calls, signInAs, type startAccountService } from '@/testing/account-service.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { AccountScreen } from '../components/account-screen.tsx';

type Backend = ReturnType<typeof startAccountService>;

/** The account screen of a signed-in user; `user` is the account service's record. */
export async function openAccount(
  backend: Backend,
  { user = {}, aal = 'aal1' }: { user?: object; aal?: 'aal1' | 'aal2' } = {},
) {
  const signIn = signInAs({ aal, user });
  backend.answers[calls.signIn] = { body: signIn };
  backend.answers[calls.getUser] = { body: signIn.user };
  await authClient().signInWithPassword({ email: signIn.user.email, password: 'secret1' });
  setSession({
    status: 'signed-in',
    user: { id: signIn.user.id, email: signIn.user.email },
    isAdmin: false,
    isRecovering: false,
    accessToken: async () => (await authClient().getSession()).data.session?.access_token ?? null,
    signOut: () => Promise.resolve(),
  });
  renderScreen(<AccountScreen />, { path: '/account' });
  await screen.findByRole('heading', { name: 'Your name' });
}
