import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Spinner } from '@/components/ui/spinner.tsx';
import { paths } from '@/config/paths.ts';
import { useSession } from '@/lib/session.ts';

type RequireLoginProps = { adminOnly?: boolean; children: ReactNode };

/** Lets in who is signed in, or only administrators. Whoever has to log in first comes back here. */
export function RequireLogin({ adminOnly = false, children }: RequireLoginProps) {
  const session = useSession();
  const from = useLocation();
  if (session.status === 'loading') {
    return <Spinner className="mx-auto max-w-7xl px-5 py-24 sm:px-8" />;
  }
  // A sign-in that has yet to show its second factor is half a sign-in: the rest is asked there.
  if (session.status === 'guest' || session.needsSecondFactor) {
    return <Navigate to={paths.login} state={{ from }} replace />;
  }
  if (adminOnly && !session.isAdmin) return <Navigate to={paths.home} replace />;
  return children;
}
