import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ChangeEvent } from 'react';
import { codeFailureText } from '@/lib/auth-failure.ts';
import { useProofQuestion } from '@/lib/fresh-proof.ts';
import {
  proofWaysQuery,
  proveByCode,
  proveByFactor,
  proveByPassword,
  sendProofCode,
  type ProofWays,
} from '@/lib/prove-again.ts';
import { checkSixDigits } from '@domain/contact/account.ts';
import { Button } from './ui/button.tsx';
import { ConfirmDialog } from './ui/confirm-dialog.tsx';
import { TextField } from './ui/field.tsx';
import { Problem } from './ui/notice.tsx';
import { PasswordField } from './ui/password-field.tsx';
import { Spinner } from './ui/spinner.tsx';

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

type ProofWay = 'password' | 'code' | 'factor';

/** What the dialog that asks for a fresh proof shows and does; `onProved` goes on with the change. */
function useItIsYou(onProved: () => void) {
  const known = useQuery(proofWaysQuery);
  const ways = known.data;
  const [wantsCode, setWantsCode] = useState(false);
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState<string>();
  const way = ways ? wayOf(ways, wantsCode) : null;

  const attempt = useMutation({ mutationFn: (work: () => Promise<void>) => work() });
  const failure = known.error ?? attempt.error;
  const turnTo = (code: boolean) => {
    setWantsCode(code);
    setTyped('');
    setMistake(undefined);
    attempt.reset();
  };

  return {
    /** Null while it is not known. */
    way,
    typed,
    type: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    mistake,
    problem: failure && codeFailureText(failure),
    isBusy: attempt.isPending || known.isFetching,
    codeGoesToPhone: ways !== undefined && 'phone' in ways.contact,
    usePassword: () => turnTo(false),
    sendCode: () =>
      ways && attempt.mutate(() => sendProofCode(ways.contact), { onSuccess: () => turnTo(true) }),
    confirm: async () => {
      if (!ways || !way) {
        await known.refetch();
        return;
      }
      const given = readProof(way, typed);
      setMistake(given.ok ? undefined : given.sentence);
      if (!given.ok) return;
      attempt.mutate(async () => {
        await prove(ways, way, given.value);
        onProved();
      });
    },
  };
}

function wayOf({ factorId }: ProofWays, wantsCode: boolean): ProofWay {
  if (factorId) return 'factor';
  return wantsCode ? 'code' : 'password';
}

async function prove({ factorId, contact }: ProofWays, way: ProofWay, given: string) {
  if (way === 'password') await proveByPassword(contact, given);
  else if (way === 'code') await proveByCode(contact, given);
  else if (factorId) await proveByFactor(factorId, given);
}

function readProof(way: ProofWay, typed: string) {
  if (way !== 'password') return checkSixDigits(typed);
  return typed === ''
    ? { ok: false as const, sentence: 'Please enter your password.' }
    : { ok: true as const, value: typed };
}
