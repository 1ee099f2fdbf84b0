import { useEffect, useState, type ReactNode } from 'react';
import { Redirect, useLocation } from '@/lib/location.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { paths } from '@/config/paths.ts';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/lib/toast.ts';

type RequireLoginProps = {
  adminOnly?: boolean;
  /** Shows the screen whatever is known of the session: the server can't be asked. */
  isExcused?: boolean;
  children: ReactNode;
};

/** What the sign-in is told by the screen that led here. */
type Handed = { email?: string | null; codeSentTo?: string | null };

/** Requires a session, or an administrator's. After logging in, the user returns here. */
export function RequireLogin({
  adminOnly = false,
  isExcused = false,
  children,
}: RequireLoginProps) {
  const session = useSession();
  const from = useLocation();
  if (isExcused) return children;
  if (session.status === 'loading') {
    return <Loading />;
  }
  // A sign-in that has yet to show its second factor is half a sign-in: the rest is asked there.
  if (session.status === 'guest' || session.needsSecondFactor) {
    const { email, codeSentTo } = (from.state ?? {}) as Handed;
    return (
      <Redirect
        to={paths.login}
        state={{ from, ...(email && { email }), ...(codeSentTo && { codeSentTo }) }}
      />
    );
  }
  if (!adminOnly || session.isAdmin) return children;
  if (session.adminCheck === 'retrying') return <Loading />;
  if (session.adminCheck === 'failed') return <SentHome isUnchecked />;
  return <Refused accessToken={session.accessToken} />;
}

/** The server says no to administrators with an ended sign-in as well: those log in again and come back. */
function Refused({ accessToken }: { accessToken: () => Promise<string | null> }) {
  const from = useLocation();
  const [hasEnded, setHasEnded] = useState<boolean | null>(null);
  useEffect(() => {
    void (async () => {
      const isOver = await hasSignInEnded(accessToken);
      if (isOver) {
        toast({
          title: 'Signed Out',
          description: 'You were signed out. Please sign in again.',
          duration: 15_000,
        });
      }
      setHasEnded(isOver);
    })();
  }, [accessToken]);
  if (hasEnded === null) return <Loading />;
  return hasEnded ? (
    <Redirect to={paths.login} state={{ from }} />
  ) : (
    <SentHome isUnchecked={false} />
  );
}

// Loaded here, so it costs customers nothing. What cannot be found out leads home.
async function hasSignInEnded(accessToken: () => Promise<string | null>): Promise<boolean> {
  const token = await accessToken().catch(() => undefined);
  if (token === null) return true;
  if (token === undefined) return false;
  return import('@/lib/leave-ended-session.ts').then(
    ({ leaveEndedSession }) => leaveEndedSession(token),
    () => false,
  );
}

/** Says so where the server could not tell who is an administrator. */
function SentHome({ isUnchecked }: { isUnchecked: boolean }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!isUnchecked) return;
    toast({
      title: 'Could Not Check Your Access',
      description: 'The server didn’t answer. Please try again in a minute.',
      variant: 'destructive',
      duration: 15_000,
      // A full load, which asks the server anew.
      action: { label: 'Try again', onSelect: () => location.assign(pathname + search) },
    });
  }, [isUnchecked, pathname, search]);
  return <Redirect to={paths.home} />;
}

/** As high as a screen: the footer is not what one sees, and fetches nothing. */
const Loading = () => (
  <div className="min-h-dvh">
    <Spinner className="mx-auto max-w-7xl px-5 py-24 sm:px-8" />
  </div>
);
