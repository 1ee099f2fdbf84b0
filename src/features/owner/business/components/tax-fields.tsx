import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';

export type TypedTax = { label: string; percent: string; registrationNumber: string };

type TaxFieldsProps = {
  taxes: readonly TypedTax[];
  problems: Readonly<Record<string, string>>;
  onChange: (taxes: readonly TypedTax[]) => void;
};

/** The tax rates, each with the name and the number that receipts show. */
export function TaxFields({ taxes, problems, onChange }: TaxFieldsProps) {
  const change = (index: number, changes: Partial<TypedTax>) =>
    onChange(taxes.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  return (
    <div className="grid gap-6">
      {taxes.length === 0 && <p>No tax is charged.</p>}
      {taxes.map((tax, index) => (
        <fieldset key={index} className="grid gap-5 border-l-2 border-hairline pl-5">
          <legend className="sr-only">Tax {index + 1}</legend>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField
              label="Name of the tax"
              required
              hint="As on receipts, with the rate: HST (13%)"
              value={tax.label}
              error={problems[`tax.rates.${index}.label`]}
              onChange={(event) => change(index, { label: event.target.value })}
            />
            <TextField
              label="Rate in percent"
              required
              inputMode="decimal"
              value={tax.percent}
              error={problems[`tax.rates.${index}.basisPoints`]}
              onChange={(event) => change(index, { percent: event.target.value })}
            />
          </div>
          <TextField
            label="Registration number"
            hint="Shown on receipts. Leave it empty if you have none."
            value={tax.registrationNumber}
            error={problems[`tax.rates.${index}.registrationNumber`]}
            onChange={(event) => change(index, { registrationNumber: event.target.value })}
          />
          <Button
            variant="ghost"
            className="justify-self-start px-0"
            aria-label={`Remove tax ${tax.label}`}
            onClick={() => onChange(taxes.filter((_, at) => at !== index))}
          >
            Remove tax
          </Button>
        </fieldset>
      ))}
      {problems['tax.rates'] && <p className="text-danger">{problems['tax.rates']}</p>}
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => onChange([...taxes, { label: '', percent: '', registrationNumber: '' }])}
      >
        Add tax
      </Button>
    </div>
  );
}
