import type { FieldErrors, Resolver } from 'react-hook-form';
import { validateDetails, type Details, type DetailsInput } from '@domain/booking/details.ts';

/** Lets the form check itself by the rules of the business; a valid form answers normalised details. */
export function detailsResolver(
  currentYear: number,
  servedPrefixes: readonly string[],
): Resolver<DetailsInput, unknown, Details> {
  return (typed) => {
    const result = validateDetails(typed, { currentYear, servedPrefixes });
    if (result.ok) return { values: result.value, errors: {} };
    const errors: FieldErrors<DetailsInput> = {};
    for (const [name, message] of Object.entries(result.fields)) {
      errors[name as keyof DetailsInput] = { type: 'rule', message };
    }
    return { values: {}, errors };
  };
}
