import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { business } from '@domain/business.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { formatCents } from '@domain/money/money.ts';
import { provinces } from '@domain/contact/provinces.ts';
import { isServed } from '@domain/contact/service-area.ts';
import { Field } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Select } from '@/components/ui/select.tsx';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { PhoneField } from './phone-field.tsx';

/** Who calls, which car, and where it will be. */
export function PhoneFields() {
  const { register, formState } = useFormContext<DetailsInput>();
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
      <PhoneField
        name="fullName"
        label="Full Name"
        autoCapitalize="words"
        className="sm:col-span-6"
      />
      <PhoneField name="phone" label="Phone" type="tel" inputMode="tel" className="sm:col-span-3" />
      <PhoneField
        name="email"
        label="Email Address"
        type="email"
        inputMode="email"
        required={false}
        hint="The link to the booking goes here. Leave it empty if there is none."
        className="sm:col-span-3"
      />
      <PhoneField
        name="carModel"
        label="Car Model"
        placeholder="Honda Civic"
        className="sm:col-span-4"
      />
      <PhoneField
        name="carYear"
        label="Car Year"
        inputMode="numeric"
        placeholder="2021"
        maxLength={4}
        className="sm:col-span-2"
      />
      <PhoneField name="address" label="Street Address" className="sm:col-span-6" />
      <PhoneField name="city" label="City" className="sm:col-span-6" />
      <Field
        label="Province"
        required
        error={formState.errors.province?.message}
        className="sm:col-span-4"
      >
        {(control) => (
          <Select {...control} {...register('province')}>
            {provinces.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <PhoneField
        name="postalCode"
        label="Postal Code"
        placeholder="L7C 1A1"
        autoCapitalize="characters"
        className="sm:col-span-2"
      />
      <OutsideServiceArea />
      <PhoneField
        name="couponCode"
        label="Coupon Code"
        required={false}
        autoCapitalize="characters"
        spellCheck={false}
        hint={`First visit? ${business.firstTimeCoupon.code} takes ${formatCents(business.firstTimeCoupon.amountCents)} off, once for a person.`}
        className="sm:col-span-6"
      />
    </div>
  );
}

/** A word of warning and no more: she knows how far she drives. */
function OutsideServiceArea() {
  const { data: rules } = useQuery(openingRulesQuery);
  const postalCode = checkPostalCode(useWatch<DetailsInput, 'postalCode'>({ name: 'postalCode' }));
  const isOutside =
    rules !== undefined && postalCode.ok && !isServed(rules.servedPrefixes, postalCode.value);
  return (
    <div role="status" className={isOutside ? 'sm:col-span-6' : 'hidden'}>
      {isOutside && (
        <Notice title={`${postalCode.value} is outside your service area.`}>
          <p>You can take the booking all the same.</p>
        </Notice>
      )}
    </div>
  );
}
