import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch, useForm } from 'react-hook-form';
import { ConfirmItIsYou } from '@/components/confirm-it-is-you.tsx';
import { SignInMethods } from '@/components/sign-in-methods.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { PasswordField } from '@/components/ui/password-field.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { paths } from '@/config/paths.ts';
import { authFailureText } from '@/lib/auth-failure.ts';
import { fieldOf } from '@/lib/field-of.ts';
import { formRules } from '@/lib/form-rules.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { Redirect, useLocation } from '@/lib/location.tsx';
import { ownRpc } from '@/lib/rpc.ts';
import { accountName, useSession } from '@/lib/session.ts';
import { signInMethodsQuery } from '@/lib/sign-in-methods.ts';
import { toastFailure, toast } from '@/lib/toast.ts';
import { watchSession } from '@/lib/watch-session.ts';
import { newPasswordHint, validateNewPassword, type NewPassword } from '@domain/contact/account.ts';
import { setPassword } from '../api/password.ts';
import { destinationOf, type LoginState } from '../arrival.ts';
import { forgetStep } from '../kept-step.ts';
import { useMailedLink } from '../use-mailed-link.ts';
import { MailedLinkStep } from './mailed-link-step.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
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

/** After a forgotten password was replaced: what else opens the account, before the visitor goes on. */
function NewPasswordSet({ onDone }: { onDone: () => void }) {
  const methods = useQuery(signInMethodsQuery);
  return (
    <Page
      width="narrow"
      title="Password Changed"
      heading="Your password is changed."
      lead="You’re signed in with it here. Every other device is signed out."
    >
      {methods.isPending && <Spinner label="Loading" />}
      {methods.data && <SignInMethods methods={methods.data} />}
      {methods.isError && <p>Please check your phone number and second factor in your account.</p>}
      <Button className="mt-8 max-sm:w-full" onClick={onDone}>
        Continue
      </Button>
    </Page>
  );
}

type SetNewPasswordProps = {
  /** Whose password it is. */
  email: string;
  onSaving: () => void;
  onSaved: () => void;
};

/** Opened from the link of a recovery email. */
function SetNewPassword({ email, ...steps }: SetNewPasswordProps) {
  const { form, submit, failure } = useNewPasswordForm(steps);
  const { isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: 'password' });
  return (
    <Page
      width="narrow"
      title="New Password"
      heading="Set a new password."
      lead="Your old one no longer works once you save this."
    >
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-6 border border-hairline bg-ivory p-6 sm:p-10"
      >
        {/* So that a password manager knows which entry to change. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="New Password"
          required
          hint={newPasswordHint(typed)}
          autoComplete="new-password"
          {...fieldOf(form)('password')}
        />
        <Problem>{failure}</Problem>
        <Button type="submit" busy={isSubmitting} className="justify-self-start max-sm:w-full">
          Save Password
        </Button>
      </form>
      <ConfirmItIsYou />
    </Page>
  );
}

type Steps = { onSaving: () => void; onSaved: () => void };

function useNewPasswordForm({ onSaving, onSaved }: Steps) {
  const form = useForm<NewPassword, unknown, NewPassword>({
    defaultValues: { password: '' },
    resolver: formRules(validateNewPassword),
  });
  const [failure, setFailure] = useState<string | null>(null);

  const save = async ({ password }: NewPassword) => {
    setFailure(null);
    onSaving();
    try {
      await withFreshProof(() => setPassword(password));
      onSaved();
      toast({ title: 'Password Changed', description: 'You are signed in.' });
    } catch (error) {
      setFailure(authFailureText(error));
    }
  };

  return { form, submit: form.handleSubmit(save), failure };
}
