import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { FoundCaller } from '@contracts/customers.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { isServed } from '@domain/contact/service-area.ts';
import { Notice } from '@/components/ui/notice.tsx';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import type { usePhoneWork } from '../use-phone-work.ts';
import { EmailField, KnownCaller, NameAndNumber } from './caller-fields.tsx';
import { KnownThings } from './known-things.tsx';
import { MatchingCallers } from './matching-callers.tsx';

type CallerFieldsProps = {
  caller: FoundCaller | null;
  onCaller: (caller: FoundCaller | null) => void;
};

/** The customer, with one press if they are known. */
export function CallerFields({ caller, onCaller }: CallerFieldsProps) {
  const [typed, setTyped] = useState('');
  const [isByName, setIsByName] = useState(false);
  const search = useRef<HTMLDivElement>(null);
  const matches = <MatchingCallers typed={typed} onChoose={onCaller} />;
  return (
    <div className="phone-fields">
      {caller ? (
        <KnownCaller
          caller={caller}
          onOther={() => {
            setTyped('');
            onCaller(null);
          }}
        />
      ) : (
        <div className="grid gap-4">
          <div
            ref={search}
            className="contents"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
              // It looks a customer up here, and does not send the form: the only one that fits is chosen.
              event.preventDefault();
              const found = search.current?.querySelectorAll<HTMLElement>('li button');
              if (found?.length === 1) found[0]?.click();
            }}
            onInput={({ target }) => {
              const { name, value } = target as HTMLInputElement;
              setTyped(value);
              setIsByName(name === 'name');
            }}
          >
            <NameAndNumber underPhone={!isByName && matches} />
            {isByName && matches}
          </div>
          <EmailField />
        </div>
      )}
    </div>
  );
}

type CarAndAddressFieldsProps = {
  caller: FoundCaller | null;
  work: ReturnType<typeof usePhoneWork>;
  onFill: (fields: Partial<DetailsInput>) => void;
};

/** The car and the address: of a customer who is known in one line, or with a press each. */
export function CarAndAddressFields({ caller, work, onFill }: CarAndAddressFieldsProps) {
  return (
    <div className="phone-fields">
      <KnownThings
        key={caller ? `${caller.email} ${caller.phone}` : ''}
        {...{ caller, work, onFill }}
      />
      <OutsideServiceArea />
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
    <div role="status" className={isOutside ? '' : 'hidden'}>
      {isOutside && (
        <Notice title={`${postalCode.value} is outside your service area.`}>
          <p>You can still book it.</p>
        </Notice>
      )}
    </div>
  );
}
