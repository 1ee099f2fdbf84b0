import { business } from '@domain/business.ts';
import { depositPolicy } from '@domain/money/policy.ts';
import type { PaymentOption } from '@domain/money/pricing.ts';
import { shortAmount } from '../price-lines.ts';
import { Choice } from './choice.tsx';

const deposit = shortAmount(business.depositCents);

const options: { value: PaymentOption; label: string; note: string }[] = [
  {
    value: 'pay_deposit',
    label: `Pay ${deposit} deposit`,
    note: 'Holds your time. The rest is due on site, once you have seen the result.',
  },
  {
    value: 'pay_full_online',
    label: 'Pay in full online',
    note: `Everything settled before we arrive. ${business.tax.label} is added.`,
  },
];

type PaymentChoiceProps = { chosen: PaymentOption; onChange: (option: PaymentOption) => void };

export function PaymentChoice({ chosen, onChange }: PaymentChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-5 heading-3">How would you like to pay?</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {options.map(({ value, label, note }) => (
          <Choice
            key={value}
            name="payment-option"
            label={label}
            note={note}
            checked={value === chosen}
            onChoose={() => onChange(value)}
          />
        ))}
      </div>
      <p className="mt-4 text-sm text-ink-soft">{depositPolicy}</p>
    </fieldset>
  );
}
