import type { Business } from '@domain/business/business.ts';
import { policyBeforeBooking } from '@domain/money/cancellation-policy.ts';
import { depositInWords, nearPolicy } from '@domain/money/policy.ts';
import { taxNames, type PaymentOption } from '@domain/money/pricing.ts';
import { startsAt, type LocalDate, type LocalTime } from '@domain/time/schedule.ts';
import { useBusiness } from '@/lib/business.ts';
import { useNow } from '@/lib/use-now.ts';
import { Choice } from './choice.tsx';

type Option = { value: PaymentOption; label: string; note: string };

const optionsOf = (business: Business): Option[] => [
  {
    value: 'pay_deposit',
    label: `Pay ${depositInWords(business)} deposit`,
    note: `Holds your time. The rest is due on site, once you have seen the result.${business.tax.coversOnSite ? addedTax(business) : ''}`,
  },
  {
    value: 'pay_full_online',
    label: 'Pay in full online',
    note: `Everything settled before we arrive.${addedTax(business)}`,
  },
];

function addedTax({ tax }: Business): string {
  if (tax.rates.length === 0) return '';
  return ` ${taxNames(tax)} ${tax.rates.length === 1 ? 'is' : 'are'} added.`;
}

type PaymentChoiceProps = {
  /** The chosen time. */
  start: { date: LocalDate; time: LocalTime } | null;
  chosen: PaymentOption;
  onChange: (option: PaymentOption) => void;
};

export function PaymentChoice({ start, chosen, onChange }: PaymentChoiceProps) {
  const business = useBusiness();
  const now = useNow();
  const chosenStart = start && { startsAt: startsAt(start.date, start.time), now };
  const isNear = chosenStart !== null && nearPolicy(business, chosenStart) !== null;
  return (
    <fieldset>
      <legend className="mb-5 heading-3">How would you like to pay?</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {optionsOf(business).map(({ value, label, note }) => (
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
      <p className={`mt-4 text-sm ${isNear ? 'font-semibold' : 'text-ink-soft'}`}>
        {policyBeforeBooking(business, { paymentOption: chosen, start: chosenStart })}
      </p>
    </fieldset>
  );
}
