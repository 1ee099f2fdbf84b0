import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Spinner } from '@/components/ui/spinner.tsx';
import { useSession } from '@/lib/session.ts';
import { watchSession } from '@/lib/watch-session.ts';
import { destinationOf, type LoginState } from '../arrival.ts';
import { SetNewPassword } from './set-new-password.tsx';
import { SignInOrUp } from './sign-in-or-up.tsx';

/** Signing in and up, and the landing place of the links in account mails. */
export function LoginScreen() {
  const session = useSession();
  const state = useLocation().state as LoginState;
  useEffect(watchSession, []);

  if (session.status === 'loading') {
    return <Spinner className="mx-auto max-w-7xl px-5 py-24 sm:px-8" />;
  }
  if (session.status === 'guest') return <SignInOrUp />;
  if (session.isRecovering) return <SetNewPassword email={session.user.email} />;
  return <Navigate to={destinationOf(state)} replace />;
}
