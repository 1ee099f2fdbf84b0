import { useState } from 'react';
import { useLocation } from '@/lib/location.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { canConfirmByCode } from '../api/sign-in-code.ts';
import { bookingToMove, type LoginState } from '../arrival.ts';
import type { LinkOutcome } from '../mailed-link.ts';
import { forgetStep, keptStep } from '../kept-step.ts';
import { keptSentTo } from '../use-code-sign-in.ts';
import { useCredentialsForm } from '../use-credentials-form.ts';
import { useSignUpNotice } from '../use-sign-up-notice.ts';
import { AccountReasons } from './account-reasons.tsx';
import { CodeSignIn } from './code-sign-in.tsx';
import { ConfirmSignUp } from './confirm-sign-up.tsx';
import { CredentialsForm } from './credentials-form.tsx';

const headlines = {
  move: {
    heading: 'Sign in to reschedule.',
    lead: 'To keep your booking safe, sign in first. Then choose the new time.',
  },
  signIn: {
    heading: 'Sign In',
    lead: 'Sign in to see, move or cancel your bookings.',
  },
  signUp: {
    heading: 'Sign Up',
    lead: 'With an account, all your bookings are in one list.',
  },
  checkInbox: {
    heading: 'Check your inbox.',
    lead: 'The link or the code in our email confirms your address and signs you in.',
  },
};

function headlineOf(at: { isSignUp: boolean; hasSignedUp: boolean; isForMove: boolean }) {
  if (at.isSignUp) return 'signUp';
  if (at.hasSignedUp) return 'checkInbox';
  return at.isForMove ? 'move' : 'signIn';
}

/** `notice` is what became of a mailed link that led here. */
export function SignInOrUp({ notice }: { notice: LinkOutcome | null }) {
  const state = useLocation().state as LoginState;
  const isForMove = bookingToMove(state) !== null;
  const [kept] = useState(keptStep);
  const [byCode, setByCode] = useState(
    () =>
      !state?.isSignUp &&
      (isForMove || state?.byCode === true || keptSentTo(bookingToMove(state)) !== null),
  );
  const isAnnounced = useSignUpNotice();
  const signedUp = kept?.kind === 'sign-up' ? kept.email : undefined;
  const hasSignedUp = isAnnounced || signedUp !== undefined;
  const credentials = useCredentialsForm();
  const { isSignUp } = credentials;
  const [signsIn, setSignsIn] = useState(false);
  // After the sign-up the code is the one next step.
  const isWaiting = hasSignedUp && !isSignUp && !signsIn && canConfirmByCode();
  const toConfirm = isWaiting ? (state?.email ?? signedUp) : undefined;
  const endStep = (setNext: () => void) => () => {
    forgetStep();
    setNext();
  };
  return (
    <Page
      title={isSignUp ? 'Sign Up' : pageTitles.login}
      {...headlines[headlineOf({ isSignUp, hasSignedUp, isForMove })]}
    >
      <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:gap-16">
        <div className="grid grid-cols-1 gap-6">
          {notice && !hasSignedUp && <Notice tone={notice.tone}>{notice.sentence}</Notice>}
          {toConfirm && (
            <ConfirmSignUp email={toConfirm} onSignIn={endStep(() => setSignsIn(true))} />
          )}
          {!toConfirm && byCode && (
            <CodeSignIn
              startContact={credentials.form.getValues('email')}
              onBack={endStep(() => setByCode(false))}
            />
          )}
          {!toConfirm && !byCode && (
            <CredentialsForm credentials={credentials} onCodeInstead={() => setByCode(true)} />
          )}
        </div>
        <AccountReasons />
      </div>
    </Page>
  );
}
