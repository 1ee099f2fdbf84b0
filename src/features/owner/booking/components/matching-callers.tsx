import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FoundCaller } from '@contracts/customers.ts';
import { formatPhone } from '@/lib/format-phone.ts';
import { callersQuery, leastSearched } from '../api/find-callers.ts';
import { carsOf } from '../known-caller.ts';
import { useSettled } from '../use-settled.ts';

type MatchingCallersProps = { typed: string; onChoose: (caller: FoundCaller) => void };

/** Customers whose name or number fits what is typed, each to be chosen with one press. */
export function MatchingCallers({ typed, onChoose }: MatchingCallersProps) {
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
