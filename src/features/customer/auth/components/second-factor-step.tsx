import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { CodeForm } from '@/components/code-form.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Page } from '@/components/ui/page.tsx';
import { codeFailureText } from '@/lib/auth-failure.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { renewSession } from '@/lib/renew-session.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { checkRecoveryCode } from '@domain/contact/account.ts';
import { showSecondFactor } from '../api/show-second-factor.ts';
import { spendRecoveryCode } from '../api/spend-recovery-code.ts';
import { greet } from '../greet.ts';

type SecondFactorStepProps = {
  /** What the account is known by. */
  account: string;
  onLeave: () => void;
  /** A recovery code was right; the sign-in is about to be told. */
  onFactorRemoved: () => void;
};

/** Asked after the password, and of every sign-in that was resumed without it. */
export function SecondFactorStep({ account, onLeave, onFactorRemoved }: SecondFactorStepProps) {
  const step = useSecondFactor(onFactorRemoved);
  return (
    <Page
      width="narrow"
      title="Second Step"
      heading="One more step."
      lead={
        step.isRecovering
          ? 'A recovery code replaces your phone once. After that, set up a new second factor.'
          : 'Open the authenticator app on your phone and enter the code it shows for us.'
      }
    >
      <div className="border border-hairline bg-ivory p-6 sm:p-10">
        {step.isRecovering ? (
          <RecoveryForm onCode={step.recover} onBack={() => step.setIsRecovering(false)} />
        ) : (
          <CodeForm
            label="Code From Your App"
            hint="Six digits, new every 30 seconds."
            submitLabel="Confirm"
            onCode={step.show}
          >
            <Button
              variant="ghost"
              className="max-sm:w-full sm:px-0"
              onClick={() => step.setIsRecovering(true)}
            >
              Use a recovery code
            </Button>
          </CodeForm>
        )}
        <p className="mt-6 flex flex-wrap items-center gap-x-2 border-t border-hairline pt-5 text-ink-soft">
          You are signing in as {account}.
          <button
            type="button"
            className="min-h-11 font-semibold text-ink underline underline-offset-4"
            onClick={onLeave}
          >
            Sign out
          </button>
        </p>
      </div>
    </Page>
  );
}

type RecoveryFormProps = {
  /** Answers a sentence when the code was refused. */
  onCode: (code: string) => Promise<string | null>;
  onBack: () => void;
};

function RecoveryForm({ onCode, onBack }: RecoveryFormProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const refusal = await onCode(typed);
    setProblem(refusal);
    setIsBusy(false);
    if (refusal) input.current?.focus();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      <TextField
        label="Recovery Code"
        required
        hint="One of the ten codes you saved when you set up the second factor, like ABCD-EFGH-JK."
        error={problem ?? undefined}
        ref={input}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
        controlClassName="max-w-72 text-lg font-semibold tracking-[0.12em]"
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={isBusy} className="max-sm:w-full sm:min-w-40">
          Confirm
        </Button>
        <Button variant="ghost" className="max-sm:w-full sm:px-0" onClick={onBack}>
          Use the code from my app
        </Button>
      </div>
    </form>
  );
}

/** The second step of a sign-in: a code of the app, or a recovery code for those who lost the app. */
function useSecondFactor(onFactorRemoved: () => void) {
  const [isRecovering, setIsRecovering] = useState(false);

  const fail = (description: string) => {
    toastFailure('Verification Failed', description);
    return description;
  };

  const show = async (code: string): Promise<string | null> => {
    try {
      await showSecondFactor(code);
    } catch (error) {
      return fail(codeFailureText(error));
    }
    await greet();
    return null;
  };

  /** Answers what is wrong with the code, or why it was refused. */
  const recover = async (typed: string): Promise<string | null> => {
    const code = checkRecoveryCode(typed);
    if (!code.ok) return code.sentence;
    try {
      if (!(await spendRecoveryCode(code.value))) return fail(wrongCode);
      // Where to go is said first: a sign-in that has nothing left to show leads on at once.
      onFactorRemoved();
      await renewSession();
      toast(factorRemoved);
      return null;
    } catch (error) {
      return fail(isTooMany(error) ? tooMany : failureSentence(error));
    }
  };

  return { isRecovering, setIsRecovering, show, recover };
}

const isTooMany = (error: unknown) =>
  error instanceof Error && error.message === 'too_many_attempts';

const wrongCode = 'This is not one of your recovery codes, or it was used already.';
const tooMany = 'Too many wrong codes. Please try again in an hour, or contact us.';
const factorRemoved = {
  title: 'Login Successful',
  description: 'Your second factor is removed. Please set up a new one.',
};
