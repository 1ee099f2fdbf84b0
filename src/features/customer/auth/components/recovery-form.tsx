import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';

type RecoveryFormProps = {
  /** Answers a sentence when the code was refused. */
  onCode: (code: string) => Promise<string | null>;
  onBack: () => void;
};

export function RecoveryForm({ onCode, onBack }: RecoveryFormProps) {
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
