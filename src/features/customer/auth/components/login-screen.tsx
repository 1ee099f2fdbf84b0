import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Redirect, useLocation } from '@/lib/location.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { paths } from '@/config/paths.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { accountName, useSession } from '@/lib/session.ts';
import { toastFailure } from '@/lib/toast.ts';
import { watchSession } from '@/lib/watch-session.ts';
import { forgetStep } from '../kept-step.ts';
import { destinationOf, type LoginState } from '../arrival.ts';
import { useMailedLink } from '../use-mailed-link.ts';
import { MailedLinkStep } from './mailed-link-step.tsx';
import { NewPasswordSet } from './new-password-set.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import { SetNewPassword } from './set-new-password.tsx';
import { SignInOrUp } from './sign-in-or-up.tsx';

/** Signing in and up, and the landing place of the links in account mails. */
export function LoginScreen() {
  const session = useSession();
  const state = useLocation().state as LoginState;
  const [hasLostFactor, setHasLostFactor] = useState(false);
  /** How far a new password is; the session tells of it before its answer is here. */
  const [reset, setReset] = useState<'none' | 'asked' | 'done'>('none');
  const mailed = useMailedLink(session);
  useEffect(watchSession, []);

  if (session.status === 'loading') {
    return <Spinner className="mx-auto max-w-7xl px-5 py-24 sm:px-8" />;
  }
  if (mailed.step.at !== 'none') return <MailedLinkStep mailed={mailed} session={session} />;
  if (session.status === 'guest') return <SignInOrUp notice={mailed.notice} />;
  if (session.needsSecondFactor) {
    return (
      <SecondFactorStep
        account={accountName(session.user)}
        onLeave={() => void leave(session.signOut)}
        // At once: the sign-in that follows leads on as soon as it is known.
        onFactorRemoved={() => flushSync(() => setHasLostFactor(true))}
      />
    );
  }
  if (reset === 'done') return <NewPasswordSet onDone={() => setReset('none')} />;
  if (session.isRecovering || reset === 'asked') {
    return (
      <SetNewPassword
        email={session.user.email}
        onSaving={() => setReset('asked')}
        onSaved={() => setReset('done')}
      />
    );
  }
  if (hasLostFactor) return <Redirect to={`${paths.account}#second-factor`} />;
  return <Onward state={state} isAdmin={session.isAdmin} />;
}

/** Members of a crew go on to their visits. It is asked here alone, so it costs no other screen a request. */
function Onward({ state, isAdmin }: { state: LoginState; isAdmin: boolean }) {
  const isKnown = isAdmin || Boolean(state?.from);
  const [worksForCrew, setWorksForCrew] = useState<boolean | null>(isKnown ? false : null);
  useEffect(forgetStep, []);
  useEffect(() => {
    if (isKnown) return;
    void isInCrew(3_000).then(setWorksForCrew);
  }, [isKnown]);
  if (worksForCrew === null) return <Spinner className="mx-auto max-w-7xl px-5 py-24 sm:px-8" />;
  return <Redirect to={worksForCrew ? paths.crew : destinationOf(state, isAdmin)} />;
}

/** Whether the signed-in person works for a crew; false without an answer in time. */
async function isInCrew(ms: number): Promise<boolean> {
  const crew = await ownRpc('my_crew', {}, { signal: AbortSignal.timeout(ms) }).catch(() => null);
  return crew !== null;
}

async function leave(signOut: () => Promise<void>) {
  try {
    await signOut();
  } catch (error) {
    const description = error instanceof Error ? error.message : 'Something went wrong';
    toastFailure('Sign out Failed', description);
  }
}
