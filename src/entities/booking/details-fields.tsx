import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { DetailsInput } from '@domain/booking/details.ts';
import { TextField, type LabelledProps } from '@/components/ui/field.tsx';
import { ProvinceField } from '@/components/ui/province-field.tsx';
import { fieldOf } from '@/lib/field-of.ts';

type DetailsFieldProps = Omit<LabelledProps<'input'>, 'name'> & { name: keyof DetailsInput };

/** One text field of the details form, with its label, error and hint. */
export function DetailsField({ name, ...input }: DetailsFieldProps) {
  const field = fieldOf(useFormContext<DetailsInput>());
  return <TextField required autoComplete="off" {...input} {...field(name)} />;
}

export function CarFields() {
  return (
    <>
      <DetailsField
        name="carModel"
        label="Car Model"
        placeholder="Honda Civic"
        className="sm:col-span-4"
      />
      <DetailsField
        name="carYear"
        label="Car Year"
        inputMode="numeric"
        placeholder="2021"
        maxLength={4}
        className="sm:col-span-2"
      />
    </>
  );
}

type PlaceFieldsProps = {
  /** The address is the user's own, so the browser may fill it in. */
  isOwn: boolean;
  /** What there is to say about the postal code. */
  children?: ReactNode;
};

/** Where the car will be. */
export function PlaceFields({ isOwn, children }: PlaceFieldsProps) {
  const field = fieldOf(useFormContext<DetailsInput>());
  const known = (autoComplete: string) => (isOwn ? { autoComplete } : {});
  return (
    <>
      <DetailsField
        name="address"
        label="Street Address"
        className="sm:col-span-6"
        {...known('street-address')}
      />
      <DetailsField
        name="city"
        label="City"
        className="sm:col-span-6"
        {...known('address-level2')}
      />
      <ProvinceField
        label="Province"
        required
        className="sm:col-span-4"
        {...known('address-level1')}
        {...field('province')}
      />
      <DetailsField
        name="postalCode"
        label="Postal Code"
        placeholder="L7C 1A1"
        autoCapitalize="characters"
        className="sm:col-span-2"
        {...known('postal-code')}
      />
      {children}
    </>
  );
}
