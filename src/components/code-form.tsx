import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { checkSixDigits } from '@domain/contact/account.ts';

type CodeFormProps = {
  label: string;
  hint?: ReactNode;
  submitLabel: string;
  /** Gets the six digits; answers a sentence when they were refused. */
  onCode: (code: string) => Promise<string | null>;
  /** For codes that are sent; answers a sentence when none could be. */
  onResend?: () => Promise<string | null>;
  /** Whether this is what the person has just asked for, so that typing can begin. */
  takesFocus?: boolean;
  /** Other ways on, beside the button. */
  children?: ReactNode;
};

/** Asks for a code from an email, a text message or an app. A refused code stays in the field. */
export function CodeForm(props: CodeFormProps) {
  const { takesFocus = true } = props;
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const code = checkSixDigits(typed);
    setMistake(code.ok ? undefined : code.sentence);
    if (!code.ok) {
      input.current?.focus();
      return;
    }
    setIsBusy(true);
    setMistake((await props.onCode(code.value)) ?? undefined);
    setIsBusy(false);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      <TextField
        label={props.label}
        required
        hint={props.hint}
        error={mistake}
        ref={input}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        controlClassName="max-w-48 text-lg font-semibold tracking-[0.2em] tabular-nums"
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={isBusy} className="max-sm:w-full sm:min-w-40">
          {props.submitLabel}
        </Button>
        {props.children}
      </div>
      {props.onResend && <ResendCode onResend={props.onResend} />}
    </form>
  );
}

/** The services that send codes take one request a minute. */
const waitSeconds = 60;

type ResendCodeProps = {
  /** Answers a sentence when no code could be sent. */
  onResend: () => Promise<string | null>;
};

/** Asks for another code, once the last one had time to arrive. */
function ResendCode({ onResend }: ResendCodeProps) {
  const { secondsLeft, beginAgain } = useWait(waitSeconds);
  const [isSending, setIsSending] = useState(false);
  const [said, setSaid] = useState('');

  const send = async () => {
    setIsSending(true);
    const problem = await onResend();
    setIsSending(false);
    setSaid(problem ?? 'A new code is on its way.');
    if (!problem) beginAgain();
  };

  return (
    <div className="text-sm text-ink-soft">
      {secondsLeft > 0 ? (
        <p className="flex min-h-12 items-center tabular-nums">
          No code yet? You can request a new one in {secondsLeft} s.
        </p>
      ) : (
        <Button variant="ghost" busy={isSending} className="px-0" onClick={() => void send()}>
          Send a new code
        </Button>
      )}
      <p role="status" className="font-medium text-ink">
        {said}
      </p>
    </div>
  );
}

const second = 1000;

/** Seconds that are left of a wait which began when this was first shown, or when it was begun again. */
function useWait(seconds: number) {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * second);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / second));
  const isOver = secondsLeft === 0;

  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), second);
    return () => clearInterval(timer);
  }, [isOver]);

  const beginAgain = () => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * second);
  };
  return { secondsLeft, beginAgain };
}
