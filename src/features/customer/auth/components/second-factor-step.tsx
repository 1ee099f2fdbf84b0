import { CodeForm } from '@/components/code-form.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Page } from '@/components/ui/page.tsx';
import { useSecondFactor } from '../use-second-factor.ts';
import { RecoveryForm } from './recovery-form.tsx';

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
