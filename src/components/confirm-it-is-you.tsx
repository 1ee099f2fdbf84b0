import { useProofQuestion } from '@/lib/fresh-proof.ts';
import { ConfirmDialog } from './ui/confirm-dialog.tsx';
import { Button } from './ui/button.tsx';
import { TextField } from './ui/field.tsx';
import { PasswordField } from './ui/password-field.tsx';
import { Problem } from './ui/notice.tsx';
import { Spinner } from './ui/spinner.tsx';
import { useItIsYou, type ProofWay } from './use-it-is-you.ts';

const sentences: Record<ProofWay, string> = {
  password:
    'It’s more than five minutes since you confirmed it’s you. Enter your password to continue.',
  code: 'Enter the six-digit code we just sent you to continue.',
  factor:
    'It’s more than five minutes since you confirmed it’s you. Enter a code from your authenticator app to continue.',
};

/**
 * Asks for a fresh proof when a change needs one. A customer's screen with actions that use `withFreshProof` renders it
 * once, and the frame of /admin for all of its screens.
 */
export function ConfirmItIsYou() {
  const { isAsked, answer } = useProofQuestion();
  return isAsked && <ProofDialog onAnswer={answer} />;
}

function ProofDialog({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const proof = useItIsYou(() => onAnswer(true));
  const { way, problem } = proof;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onAnswer(false)}
      title="Confirm it’s you"
      description={sentences[way ?? 'password']}
      confirmLabel={way || !problem ? 'Confirm' : 'Try again'}
      cancelLabel="Not now"
      busy={proof.isBusy}
      onConfirm={() => void proof.confirm()}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void proof.confirm();
        }}
      >
        {!way && !problem && <Spinner label="Loading" />}
        {way && <ProofField key={way} way={way} proof={proof} />}
        <Problem>{problem}</Problem>
        {way === 'password' && (
          <Button
            variant="ghost"
            className="justify-self-start px-0"
            disabled={proof.isBusy}
            onClick={proof.sendCode}
          >
            {proof.codeGoesToPhone ? 'Text me a code instead' : 'Email me a code instead'}
          </Button>
        )}
        {way === 'code' && (
          <Button
            variant="ghost"
            className="justify-self-start px-0"
            disabled={proof.isBusy}
            onClick={proof.usePassword}
          >
            Use my password instead
          </Button>
        )}
      </form>
    </ConfirmDialog>
  );
}

type ProofFieldProps = { way: ProofWay; proof: ReturnType<typeof useItIsYou> };

function ProofField({ way, proof }: ProofFieldProps) {
  const { typed, type, mistake } = proof;
  if (way === 'password') {
    return (
      <PasswordField
        label="Your Password"
        required
        error={mistake}
        autoFocus
        value={typed}
        onChange={type}
        autoComplete="current-password"
      />
    );
  }
  const label = way === 'factor' ? 'Code From Your App' : 'Code We Sent You';
  return (
    <TextField
      label={label}
      required
      error={mistake}
      autoFocus
      value={typed}
      onChange={type}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
    />
  );
}
