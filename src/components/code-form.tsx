import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { checkSixDigits } from '@domain/contact/account.ts';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { ResendCode } from './resend-code.tsx';

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
