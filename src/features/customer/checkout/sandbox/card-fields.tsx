import { useFormContext } from 'react-hook-form';
import { formatCardNumber, formatExpiry, formatSecurityCode, reformat } from '../card-format.ts';
import type { CardInput } from './card-form.ts';
import { CardField } from './card-field.tsx';

export function CardFields() {
  return (
    <fieldset>
      <legend className="mb-5 heading-3">Card</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5">
        <DigitsField
          name="number"
          label="Card number"
          format={formatCardNumber}
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          className="col-span-2"
        />
        <DigitsField
          name="expiry"
          label="Expiry date"
          format={formatExpiry}
          autoComplete="cc-exp"
          placeholder="MM / YY"
        />
        <DigitsField
          name="securityCode"
          label="Security code"
          format={formatSecurityCode}
          autoComplete="cc-csc"
          placeholder="CVC"
        />
        <CardField
          name="nameOnCard"
          label="Name on card"
          autoComplete="cc-name"
          className="col-span-2"
        />
      </div>
    </fieldset>
  );
}

type DigitsFieldProps = {
  name: 'number' | 'expiry' | 'securityCode';
  label: string;
  format: (typed: string) => string;
  autoComplete: string;
  placeholder: string;
  className?: string;
};

/** Digits that arrange themselves as they are typed. */
function DigitsField({ name, format, ...field }: DigitsFieldProps) {
  const { register } = useFormContext<CardInput>();
  const { onChange, ...registered } = register(name);
  return (
    <CardField
      {...field}
      {...registered}
      name={name}
      inputMode="numeric"
      onChange={(event) => {
        reformat(event.currentTarget, format);
        void onChange(event);
      }}
    />
  );
}
