import { useState, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { CodeForm } from '@/components/code-form.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { pageTitles } from '@/config/page-heads.ts';
import { authFailureText, codeFailureText } from '@/lib/auth-failure.ts';
import { useLocation } from '@/lib/location.tsx';
import { toast, toastFailure } from '@/lib/toast.ts';
import { canConfirmByCode, confirmSignUpCode, resendConfirmation } from '../api/sign-in-code.ts';
import { bookingToMove, type LoginState } from '../arrival.ts';
import { forgetStep, keptStep } from '../kept-step.ts';
import { type LinkOutcome, doneTitles } from '../mailed-link.ts';
import { keptSentTo } from '../use-code-sign-in.ts';
import { useCredentialsForm } from '../use-credentials-form.ts';
import { CodeSignIn } from './code-sign-in.tsx';
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

const almostThere = {
  title: 'Almost there!',
  description: 'Please check your email to verify your account.',
};

/** Whether the user has just signed up. Read once, kept on the screen, removed from the address. */
function useSignUpNotice(): boolean {
  const [query, setQuery] = useSearchParams();
  const state: unknown = useLocation().state;
  const isAnnounced = query.get('signup_success') === 'true';
  const [wasAnnounced, setWasAnnounced] = useState(isAnnounced);
  if (isAnnounced && !wasAnnounced) setWasAnnounced(true);

  useEffect(() => {
    if (!isAnnounced) return;
    toast(almostThere);
    const after = new URLSearchParams(query);
    after.delete('signup_success');
    setQuery(after, { replace: true, state });
  }, [isAnnounced, query, setQuery, state]);

  return wasAnnounced;
}

const reasons = [
  {
    title: 'Every visit in one list',
    text: 'Upcoming and past visits, with their booking IDs.',
  },
  {
    title: 'Changes to your booking',
    text: 'Move a booking to another time, or cancel it. You see your refund first.',
  },
  {
    title: 'Booked as a guest before?',
    text: 'Bookings made with the same email address appear in your account.',
  },
];

/** What an account is good for. */
function AccountReasons() {
  return (
    <aside aria-labelledby="reasons-heading" className="on-lacquer rounded-badge p-6 sm:p-10">
      <h2 id="reasons-heading" className="heading-3">
        Account benefits
      </h2>
      <ul className="mt-6">
        {reasons.map(({ title, text }) => (
          <li key={title} className="border-t border-white/15 py-5">
            <p className="font-semibold text-citrine">{title}</p>
            <p className="mt-1.5 text-mist">{text}</p>
          </li>
        ))}
      </ul>
      <p className="border-t border-white/15 pt-5 text-mist">You can book without one, too.</p>
    </aside>
  );
}

type ConfirmSignUpProps = {
  email: string;
  /** For an address that was confirmed on another device. */
  onSignIn: () => void;
};

/** Takes the code of the email that confirms a new account, which signs in as its link does. */
function ConfirmSignUp({ email, onSignIn }: ConfirmSignUpProps) {
  const state = useLocation().state as LoginState;

  const confirm = async (code: string): Promise<string | null> => {
    try {
      await confirmSignUpCode(email, code);
    } catch (error) {
      const description = codeFailureText(error);
      toastFailure('Verification Failed', description);
      return description;
    }
    toast({ title: doneTitles.signup, description: `You’re signed in as ${email}.` });
    return null;
  };

  const resend = async (): Promise<string | null> => {
    try {
      await resendConfirmation(email, state?.from);
      return null;
    } catch (error) {
      return authFailureText(error);
    }
  };

  return (
    <div className="border border-hairline bg-ivory p-6 sm:p-10">
      <CodeForm
        label="Code from the email"
        hint={`Six digits, sent to ${email}. The link in the email works as well.`}
        submitLabel="Confirm email address"
        takesFocus={false}
        onCode={confirm}
        onResend={resend}
      >
        <Button variant="ghost" className="max-sm:w-full sm:px-0" onClick={onSignIn}>
          Sign in instead
        </Button>
      </CodeForm>
    </div>
  );
}
