import { useState } from 'react';
import { checkTip } from '@domain/booking/details.ts';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { formatCents } from '@domain/money/money.ts';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';

type TipStepProps = {
  /** Null while the customer chooses. */
  chosenCents: number | null;
  /** A payment is under way. */
  isLocked: boolean;
  /** The tip as it stands while the customer chooses; none while it is no amount. */
  onType: (cents: number) => void;
  onChoose: (cents: number) => void;
  onChange: () => void;
};

/** A tip in dollars, typed or picked; none is fine. */
export function TipStep({ chosenCents, isLocked, onType, onChoose, onChange }: TipStepProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const checked = checkTip(text);
  const type = (typed: string) => {
    setText(typed);
    const tip = checkTip(typed);
    onType(tip.ok ? tip.value : 0);
  };

  if (chosenCents !== null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>{chosenCents > 0 ? `${formatCents(chosenCents)} tip. Thank you.` : 'No tip.'}</p>
        <Button variant="secondary" disabled={isLocked} onClick={onChange}>
          Change tip
        </Button>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="grid max-w-xl gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setProblem(checked.ok ? undefined : checked.sentence);
        if (checked.ok) onChoose(checked.value);
      }}
    >
      <div>
        <TextField
          label="Tip"
          inputMode="decimal"
          placeholder="0.00"
          autoComplete="off"
          hint="Optional, in dollars. All of it goes to your detailer."
          error={problem}
          value={text}
          onChange={({ target }) => type(target.value)}
        />
        <div role="group" aria-label="Suggested amounts" className="mt-3 flex flex-wrap gap-2">
          {fixedTerms.tip.suggestionsCents.map((cents) => (
            <button
              key={cents}
              type="button"
              aria-pressed={checked.ok && checked.value === cents}
              className="chip"
              onClick={() => {
                type(checked.ok && checked.value === cents ? '' : String(cents / 100));
                setProblem(undefined);
              }}
            >
              {formatCents(cents).replace(/\.00$/, '')}
            </button>
          ))}
        </div>
      </div>
      <Button type="submit" className="sm:justify-self-start">
        Continue to payment
      </Button>
    </form>
  );
}
