import { useState } from 'react';
import { Link } from 'wouter';
import { navigate } from '@/lib/location.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { LogoutButton } from '@/components/layout/logout-button.tsx';
import { paths } from '@/config/paths.ts';
import { useUnsent } from '@/lib/on-device/use-unsent.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { useSession } from '@/lib/session.ts';
import { toastFailure } from '@/lib/toast.ts';

/** From the administration to the customers' site, or out of the session. */
export function AdminWayOut({ onLeave }: { onLeave?: () => void }) {
  const session = useSession();
  return (
    <>
      <Link to={paths.home} className="admin-way-out" onClick={onLeave}>
        View site
      </Link>
      {session.status === 'signed-in' && (
        <LogoutOnDevice signOut={session.signOut} onLeave={onLeave} className="admin-way-out" />
      )}
    </>
  );
}

type LogoutProps = {
  signOut: () => Promise<void>;
  onLeave?: (() => void) | undefined;
  className: string;
};

/** Asks first while this device has something to send: nobody else can send it. */
export function LogoutOnDevice({ signOut, onLeave, className }: LogoutProps) {
  const unsent = useUnsent().length;
  const [isAsked, setIsAsked] = useState(false);
  if (unsent === 0)
    return <LogoutButton signOut={signOut} className={className} onLeave={onLeave} />;
  const leave = () =>
    signOut().then(
      () => {
        onLeave?.();
        navigate(paths.home);
      },
      (error: unknown) => toastFailure('Sign out Failed', failureSentence(error)),
    );
  return (
    <>
      <button type="button" className={className} onClick={() => setIsAsked(true)}>
        Logout
      </button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title={unsent === 1 ? 'One thing is not sent yet' : `${unsent} things are not sent yet`}
        description="They stay on this device until you sign in here again with this account. Nobody else can send them."
        confirmLabel="Sign out"
        cancelLabel="Stay signed in"
        variant="danger"
        onConfirm={() => void leave()}
      />
    </>
  );
}
