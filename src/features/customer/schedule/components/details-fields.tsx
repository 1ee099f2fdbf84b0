import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { DetailsInput } from '@domain/booking/details.ts';
import { provinces } from '@domain/contact/provinces.ts';
import { Field } from '@/components/ui/field.tsx';
import { Select } from '@/components/ui/select.tsx';
import { DetailsField } from './details-field.tsx';

export function ContactFields() {
  return (
    <FieldGroup legend="Contact details">
      <DetailsField
        name="fullName"
        label="Full Name"
        autoComplete="name"
        autoCapitalize="words"
        className="sm:col-span-6"
      />
      <DetailsField
        name="email"
        label="Email Address"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Your confirmation goes here."
        className="sm:col-span-3"
      />
      <DetailsField
        name="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="We call when we are on our way."
        className="sm:col-span-3"
      />
    </FieldGroup>
  );
}

export function CarFields() {
  return (
    <>
      <DetailsField
        name="carModel"
        label="Car Model"
        placeholder="Honda Civic"
        autoComplete="off"
        className="sm:col-span-4"
      />
      <DetailsField
        name="carYear"
        label="Car Year"
        inputMode="numeric"
        placeholder="2021"
        autoComplete="off"
        maxLength={4}
        className="sm:col-span-2"
      />
    </>
  );
}

/** `children` come after the postal code: what there is to say about it. */
export function AddressFields({ children }: { children?: ReactNode }) {
  const { register, formState } = useFormContext<DetailsInput>();
  return (
    <FieldGroup legend="Where will the car be?">
      <DetailsField
        name="address"
        label="Street Address"
        autoComplete="street-address"
        className="sm:col-span-6"
      />
      <DetailsField
        name="city"
        label="City"
        autoComplete="address-level2"
        className="sm:col-span-6"
      />
      <Field
        label="Province"
        required
        error={formState.errors.province?.message}
        className="sm:col-span-4"
      >
        {(control) => (
          <Select {...control} autoComplete="address-level1" {...register('province')}>
            {provinces.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DetailsField
        name="postalCode"
        label="Postal Code"
        placeholder="L7C 1A1"
        autoComplete="postal-code"
        autoCapitalize="characters"
        className="sm:col-span-2"
      />
      {children}
    </FieldGroup>
  );
}

export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-5 heading-3">{legend}</legend>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">{children}</div>
    </fieldset>
  );
}
