import { useEffect } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { validateDetails, type Details, type DetailsInput } from '@domain/booking/details.ts';
import { localToday } from '@domain/time/schedule.ts';
import { formRules } from '@/lib/form-rules.ts';

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
  // Only the server knows the coupons that aren't advertised.
  const isCoupon = () => true;
  const currentYear = Number(localToday(now).slice(0, 4));
  const form = useForm<DetailsInput, unknown, Details>({
    defaultValues: start,
    resolver: formRules((typed: DetailsInput) =>
      validateDetails(typed, { currentYear, servedPrefixes, isCoupon }),
    ),
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
