import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { business } from '@domain/business.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { formatCents } from '@domain/money/money.ts';
import { isServed } from '@domain/contact/service-area.ts';
import { Notice } from '@/components/ui/notice.tsx';
import { CarFields, DetailsField, PlaceFields } from '@/entities/booking/details-fields.tsx';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';

/** The customer, the car and the address. */
export function PhoneFields() {
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
      <DetailsField
        name="fullName"
        label="Full Name"
        autoCapitalize="words"
        className="sm:col-span-6"
      />
      <DetailsField
        name="phone"
        label="Phone"
        type="tel"
        inputMode="tel"
        className="sm:col-span-3"
      />
      <DetailsField
        name="email"
        label="Email Address"
        type="email"
        inputMode="email"
        required={false}
        hint="Optional. We email the link to the booking to this address."
        className="sm:col-span-3"
      />
      <CarFields />
      <PlaceFields isOwn={false}>
        <OutsideServiceArea />
      </PlaceFields>
      <DetailsField
        name="couponCode"
        label="Coupon Code"
        required={false}
        autoCapitalize="characters"
        spellCheck={false}
        hint={`First visit? ${business.firstTimeCoupon.code} takes ${formatCents(business.firstTimeCoupon.amountCents)} off, once per customer.`}
        className="sm:col-span-6"
      />
    </div>
  );
}

/** A warning only: the owner may book outside the service area. */
function OutsideServiceArea() {
  const { data: rules } = useQuery(openingRulesQuery);
  const postalCode = checkPostalCode(useWatch<DetailsInput, 'postalCode'>({ name: 'postalCode' }));
  const isOutside =
    rules !== undefined && postalCode.ok && !isServed(rules.servedPrefixes, postalCode.value);
  return (
    <div role="status" className={isOutside ? 'sm:col-span-6' : 'hidden'}>
      {isOutside && (
        <Notice title={`${postalCode.value} is outside your service area.`}>
          <p>You can still book it.</p>
        </Notice>
      )}
    </div>
  );
}
