import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { useHashTarget } from '@/lib/use-hash-target.ts';
import type { Business } from '@domain/business/business.ts';
import { cleanLine } from '@domain/contact/typed-text.ts';
import { amountOrPercentOf, amountText, basisPointsOf, percent, wholeOf } from '../typed-values.ts';
import { useDraftForm } from '../use-draft-form.ts';
import { AmountOrPercent, type TypedAmount } from './amount-or-percent.tsx';
import { BusinessFrame } from './business-frame.tsx';
import { CheckRow } from './check-row.tsx';
import { DraftForm } from './draft-form.tsx';

type Values = { deposit: TypedAmount; hours: string; taxes: readonly TypedTax[]; covers: boolean };

/** The deposit, the cancellation rule and the taxes. */
export default function RulesScreen() {
  return (
    <BusinessFrame
      heading="Prices and rules"
      lead="The deposit, cancellation and tax for new bookings. Existing bookings keep theirs."
    >
      {(business) => <RulesForm business={business} />}
    </BusinessFrame>
  );
}

function RulesForm({ business }: { business: Business }) {
  const form = useDraftForm<Values>({
    business,
    valuesOf,
    apply,
    // Every rule is on this form; other parts have problems of their own.
    prefix: () => '',
    isOwn: (path) => /^(deposit|freeCancellationHours|tax)\b/.test(path),
    onSaved: () => undefined,
  });
  const { values, set, problems } = form;
  useHashTarget();
  return (
    <DraftForm form={form} label="Prices and rules">
      <div className="grid max-w-3xl gap-14">
        <div id="deposit" tabIndex={-1} className="focus-quiet">
          <Section heading="Deposit">
            <p className="mt-2 mb-6 text-ink-soft">
              Customers who pay on site pay this online when they book. It’s never more than the
              total.
            </p>
            <AmountOrPercent
              label="Deposit"
              typed={values.deposit}
              error={problems['deposit.cents'] ?? problems['deposit.basisPoints']}
              onChange={(deposit) => set({ deposit })}
            />
          </Section>
        </div>
        <div id="cancellation" tabIndex={-1} className="focus-quiet">
          <Section heading="Cancellation">
            <TextField
              className="mt-6 sm:max-w-sm"
              label="Free cancellation, hours before the visit"
              hint="Until then, customers get a full refund."
              required
              inputMode="numeric"
              value={values.hours}
              error={problems['freeCancellationHours']}
              onChange={(event) => set({ hours: event.target.value })}
            />
          </Section>
        </div>
        <div id="tax" tabIndex={-1} className="focus-quiet">
          <Section heading="Tax">
            <p className="mt-2 mb-6 text-ink-soft">
              Each rate is added to the price separately. In Ontario most businesses charge 13% HST:
              ask your accountant.
            </p>
            <TaxFields
              taxes={values.taxes}
              problems={problems}
              onChange={(taxes) => set({ taxes })}
            />
            <div className="mt-4">
              <CheckRow checked={values.covers} onChange={(covers) => set({ covers })}>
                Bookings with a deposit or paid on site carry tax too
              </CheckRow>
            </div>
          </Section>
        </div>
      </div>
    </DraftForm>
  );
}

const valuesOf = ({ deposit, freeCancellationHours, tax }: Business): Values => ({
  deposit: { kind: deposit.kind, text: amountText(deposit) },
  hours: String(freeCancellationHours),
  taxes: tax.rates.map(({ label, basisPoints, registrationNumber }) => ({
    label,
    percent: percent(basisPoints),
    registrationNumber,
  })),
  covers: tax.coversOnSite,
});

const apply = (business: Business, { deposit, hours, taxes, covers }: Values): Business => ({
  ...business,
  deposit: amountOrPercentOf(deposit.kind, deposit.text),
  freeCancellationHours: wholeOf(hours),
  tax: {
    rates: taxes.map((one) => ({
      label: cleanLine(one.label),
      basisPoints: basisPointsOf(one.percent),
      registrationNumber: cleanLine(one.registrationNumber),
    })),
    coversOnSite: covers,
  },
});

type TypedTax = { label: string; percent: string; registrationNumber: string };

type TaxFieldsProps = {
  taxes: readonly TypedTax[];
  problems: Readonly<Record<string, string>>;
  onChange: (taxes: readonly TypedTax[]) => void;
};

/** The tax rates, each with the name and the number that receipts show. */
function TaxFields({ taxes, problems, onChange }: TaxFieldsProps) {
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
