import type { FieldErrors, Resolver } from 'react-hook-form';
import { validateGuestLookup, type GuestLookup } from '@domain/booking/details.ts';

/** Lets the form check itself by the rules of the business; a valid form answers normalised values. */
export const lookupResolver: Resolver<GuestLookup, unknown, GuestLookup> = (typed) => {
  const result = validateGuestLookup(typed);
  if (result.ok) return { values: result.value, errors: {} };
  const errors: FieldErrors<GuestLookup> = {};
  for (const [name, message] of Object.entries(result.fields)) {
    errors[name as keyof GuestLookup] = { type: 'rule', message };
  }
  return { values: {}, errors };
};
