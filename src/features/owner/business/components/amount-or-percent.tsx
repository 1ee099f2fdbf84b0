import { SelectField, TextField } from '@/components/ui/field.tsx';

export type TypedAmount = { kind: 'amount' | 'percent'; text: string };

type AmountOrPercentProps = {
  /** "Discount" */
  label: string;
  typed: TypedAmount;
  error: string | undefined;
  hint?: string;
  onChange: (typed: TypedAmount) => void;
};

/** An amount in dollars or a percentage. */
export const AmountOrPercent = ({ label, typed, error, hint, onChange }: AmountOrPercentProps) => (
  <div className="grid items-start gap-5 sm:grid-cols-2">
    <SelectField
      label={`${label} as`}
      value={typed.kind}
      onChange={(event) =>
        onChange({ ...typed, kind: event.target.value === 'percent' ? 'percent' : 'amount' })
      }
    >
      <option value="amount">Amount in dollars</option>
      <option value="percent">Percentage</option>
    </SelectField>
    <TextField
      label={typed.kind === 'amount' ? `${label} in dollars` : `${label} in percent`}
      required
      inputMode="decimal"
      autoComplete="off"
      hint={hint}
      value={typed.text}
      error={error}
      onChange={(event) => onChange({ ...typed, text: event.target.value })}
    />
  </div>
);
