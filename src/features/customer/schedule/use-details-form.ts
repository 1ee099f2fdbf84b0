import { useEffect } from 'react';
import { useForm, type FieldErrors, type Resolver, type UseFormReturn } from 'react-hook-form';
import { validateDetails, type Details, type DetailsInput } from '@domain/booking/details.ts';
import { localToday } from '@domain/time/schedule.ts';

export type DetailsForm = UseFormReturn<DetailsInput, unknown, Details>;

type Circumstances = {
  /** Epoch milliseconds. */
  now: number;
  /** Where we go; none for everywhere. */
  servedPrefixes: readonly string[];
};

/**
 * The form of the details step. Fields are checked when it is submitted and then as they are mended:
 * an error that appeared on leaving a field would push away the button that is being pressed.
 */
export function useDetailsForm(
  start: DetailsInput,
  { now, servedPrefixes }: Circumstances,
  onTyped: (details: DetailsInput) => void,
): DetailsForm {
  const form = useForm<DetailsInput, unknown, Details>({
    defaultValues: start,
    resolver: detailsResolver(Number(localToday(now).slice(0, 4)), servedPrefixes),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const { subscribe } = form;

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onTyped(values) }),
    [subscribe, onTyped],
  );
  return form;
}

/** Lets the form check itself by the rules of the business; a valid form answers normalised details. */
function detailsResolver(
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
