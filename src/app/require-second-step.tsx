import type { ReactNode } from 'react';
import { Redirect, useLocation } from '@/lib/location.tsx';
import { paths } from '@/config/paths.ts';
import { useSession } from '@/lib/session.ts';

/** For screens that guests may see, too: only a sign-in that is half done has to be finished first. */
export function RequireSecondStep({ children }: { children: ReactNode }) {
  const session = useSession();
  const from = useLocation();
  if (session.status === 'signed-in' && session.needsSecondFactor) {
    return <Redirect to={paths.login} state={{ from }} />;
  }
  return children;
}
