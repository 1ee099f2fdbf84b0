import type { ComponentProps, ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { DetailsInput } from '@domain/booking/details.ts';
import { eachMore } from '@domain/booking/more-fields.ts';
import { Field } from '@/components/ui/field.tsx';
import { ProvinceSelect } from '@/components/ui/province-select.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';

type DetailsFieldProps = Omit<ComponentProps<'input'>, 'name' | 'required'> & {
  name: keyof DetailsInput;
  label: string;
  hint?: string;
  required?: boolean;
};

/** One text field of the details form, with its label, error and hint. */
export function DetailsField(props: DetailsFieldProps) {
  const { name, label, hint, required = true, className, ...input } = props;
  const { register, formState } = useFormContext<DetailsInput>();
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      error={formState.errors[name]?.message}
      {...(className ? { className } : {})}
    >
      {(control) => <TextInput {...control} autoComplete="off" {...input} {...register(name)} />}
    </Field>
  );
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

/** Where the car will be, and what the customer may add. */
export function PlaceFields({ isOwn, children }: PlaceFieldsProps) {
  const { register, formState } = useFormContext<DetailsInput>();
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
      <Field
        label="Province"
        required
        error={formState.errors.province?.message}
        className="sm:col-span-4"
      >
        {(control) => (
          <ProvinceSelect {...control} {...known('address-level1')} {...register('province')} />
        )}
      </Field>
      <DetailsField
        name="postalCode"
        label="Postal Code"
        placeholder="L7C 1A1"
        autoCapitalize="characters"
        className="sm:col-span-2"
        {...known('postal-code')}
      />
      {children}
      {Object.values<ReactNode>(
        eachMore((name, { label }) => (
          <DetailsField
            key={name}
            name={name}
            label={label}
            required={false}
            className="sm:col-span-6"
          />
        )),
      )}
    </>
  );
}
