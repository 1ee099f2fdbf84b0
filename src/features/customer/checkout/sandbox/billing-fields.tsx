import { useFormContext, useWatch } from 'react-hook-form';
import { ProvinceField } from '@/components/ui/province-field.tsx';
import type { Payer } from '../payer.ts';
import { CardField } from './card-field.tsx';
import type { CardInput } from './card-form.ts';

/** Where the card is registered: as a rule where the car will be. */
export function BillingFields({ payer }: { payer: Payer }) {
  const { register } = useFormContext<CardInput>();
  const isServiceAddress = useWatch<CardInput, 'isServiceAddress'>({ name: 'isServiceAddress' });
  return (
    <fieldset>
      <legend className="mb-5 heading-3">Billing address</legend>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input type="checkbox" className="checkbox" {...register('isServiceAddress')} />
        Same as service address
      </label>
      {isServiceAddress ? (
        <address className="mt-2 ml-9 text-ink-soft not-italic">
          {payer.address}
          <br />
          {payer.city}, {payer.province} {payer.postalCode}
          <br />
          Canada
        </address>
      ) : (
        <AddressFields />
      )}
    </fieldset>
  );
}

function AddressFields() {
  const { register } = useFormContext<CardInput>();
  return (
    <div className="mt-4 grid gap-x-4 gap-y-5 sm:grid-cols-6">
      <CardField
        name="address"
        label="Street Address"
        autoComplete="billing street-address"
        className="sm:col-span-6"
      />
      <CardField
        name="city"
        label="City"
        autoComplete="billing address-level2"
        className="sm:col-span-6"
      />
      <ProvinceField
        label="Province"
        required
        className="sm:col-span-4"
        autoComplete="billing address-level1"
        {...register('province')}
      />
      <CardField
        name="postalCode"
        label="Postal Code"
        autoComplete="billing postal-code"
        autoCapitalize="characters"
        className="sm:col-span-2"
      />
      <p className="text-sm text-ink-soft sm:col-span-6">Country: Canada</p>
    </div>
  );
}
