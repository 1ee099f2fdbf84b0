import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { FoundCaller } from '@contracts/customers.ts';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import type { Business } from '@domain/business/business.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { advertisedCoupon } from '@domain/money/coupon.ts';
import { formatCents } from '@domain/money/money.ts';
import { isServed } from '@domain/contact/service-area.ts';
import { useBusiness } from '@/lib/business.ts';
import { Notice } from '@/components/ui/notice.tsx';
import { DetailsField } from '@/entities/booking/details-fields.tsx';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { EmailField, KnownCaller, NameAndNumber } from './caller-fields.tsx';
import { KnownCars, KnownPlaces } from './known-things.tsx';
import { MatchingCallers } from './matching-callers.tsx';

type CallerFieldsProps = {
  caller: FoundCaller | null;
  onCaller: (caller: FoundCaller | null) => void;
};

/** The customer, with one press if they are known. */
export function CallerFields({ caller, onCaller }: CallerFieldsProps) {
  const [typed, setTyped] = useState('');
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
      {caller ? (
        <KnownCaller
          caller={caller}
          onOther={() => {
            setTyped('');
            onCaller(null);
          }}
        />
      ) : (
        <div
          className="contents"
          onInput={({ target }) => setTyped((target as HTMLInputElement).value)}
        >
          <NameAndNumber />
        </div>
      )}
      {!caller && <MatchingCallers typed={typed} onChoose={onCaller} />}
      {!caller && <EmailField />}
    </div>
  );
}

type CarAndAddressFieldsProps = {
  caller: FoundCaller | null;
  onFill: (fields: Partial<DetailsInput>) => void;
  onVehicle: (vehicleType: VehicleType) => void;
};

/** The car and the address: of a customer who is known with a press each. */
export function CarAndAddressFields({ caller, onFill, onVehicle }: CarAndAddressFieldsProps) {
  const business = useBusiness();
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
      <KnownCars key={`cars of ${keyOf(caller)}`} {...{ caller, onFill, onVehicle }} />
      <KnownPlaces key={`places of ${keyOf(caller)}`} {...{ caller, onFill }} />
      <OutsideServiceArea />
      <DetailsField
        name="couponCode"
        label="Coupon Code"
        required={false}
        autoCapitalize="characters"
        spellCheck={false}
        hint={couponHint(business)}
        className="sm:col-span-6"
      />
    </div>
  );
}

const keyOf = (caller: FoundCaller | null) => (caller ? `${caller.email} ${caller.phone}` : '');

function couponHint(business: Business): string | undefined {
  const coupon = advertisedCoupon(business);
  if (!coupon) return undefined;
  const { code, discount, isFirstVisitOnly } = coupon;
  const off =
    discount.kind === 'amount' ? formatCents(discount.cents) : `${discount.basisPoints / 100}%`;
  return `${isFirstVisitOnly ? 'First visit? ' : ''}${code} takes ${off} off, once per customer.`;
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
