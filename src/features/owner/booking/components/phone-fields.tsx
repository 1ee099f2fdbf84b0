import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Notice } from '@/components/ui/notice.tsx';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { formatPhone } from '@/lib/format-phone.ts';
import type { FoundCaller } from '@contracts/customers.ts';
import type { DetailsInput } from '@domain/booking/details.ts';
import { checkPostalCode } from '@domain/contact/field-checks.ts';
import { isServed } from '@domain/contact/service-area.ts';
import { callersQuery, leastSearched } from '../api/find-callers.ts';
import { carsOf } from '../known-caller.ts';
import type { usePhoneWork } from '../use-phone-work.ts';
import { useSettled } from '../use-settled.ts';
import { EmailField, KnownCaller, NameAndNumber } from './caller-fields.tsx';
import { KnownThings } from './known-things.tsx';

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

type MatchingCallersProps = { typed: string; onChoose: (caller: FoundCaller) => void };

/** Customers whose name or number fits what is typed, each to be chosen with one press. */
function MatchingCallers({ typed, onChoose }: MatchingCallersProps) {
  const search = useSettled(typed.trim());
  const { data, isError, isEnabled } = useQuery({
    ...callersQuery(search),
    placeholderData: keepPreviousData,
  });
  const callers = isEnabled ? (data ?? []) : [];
  return (
    <div>
      <p role="status" className="text-sm text-ink-soft">
        {summary({ isError, isEnabled, count: data?.length })}
      </p>
      {callers.length > 0 && (
        <ul aria-label="Matching customers" className="mt-2 border-t border-hairline">
          {callers.map((caller) => (
            <li key={`${caller.email} ${caller.phone}`} className="border-b border-hairline">
              <button
                type="button"
                className="list-row w-full text-left"
                onClick={() => onChoose(caller)}
              >
                <span className="min-w-0">
                  <span className="row-name font-semibold">{caller.name}</span>
                  <span className="block truncate text-sm text-ink-soft">{factsOf(caller)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function summary(found: { isError: boolean; isEnabled: boolean; count: number | undefined }) {
  if (!found.isEnabled)
    return `Customers you know appear after ${leastSearched} digits, or letters of their name below.`;
  if (found.isError) return 'Couldn’t look for customers. You can still type the details.';
  if (found.count === undefined) return 'Looking for customers…';
  if (found.count === 0) return 'No customer matches. Enter their details below.';
  return found.count === 1 ? '1 customer matches.' : `${found.count} customers match.`;
}

function factsOf(caller: FoundCaller): string {
  const [car] = carsOf(caller);
  return [formatPhone(caller.phone), car && `${car.car_year} ${car.car_model}`, car?.city]
    .filter(Boolean)
    .join(' · ');
}
