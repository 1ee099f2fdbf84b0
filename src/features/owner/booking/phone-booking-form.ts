import { useForm } from 'react-hook-form';
import {
  emptyDetails,
  checkPhoneDetails,
  type DetailsInput,
  type PhoneDetails,
} from '@domain/booking/details.ts';
import { localToday } from '@domain/time/local-day.ts';
import { formRules } from '@/lib/form-rules.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';

export const heldFields = ({ name, email, phone }: HeldFor): Partial<DetailsInput> => ({
  name,
  email,
  phone: phone.replace(/^\+1/, ''),
});

/** What a customer says on the phone, checked by the rules of the website; it begins with what is known already. */
export const usePhoneDetails = (now: number, known: Partial<DetailsInput> | null) => {
  const currentYear = Number(localToday(now).slice(0, 4));
  // Only the server knows the coupons that aren't advertised.
  const isCoupon = () => true;
  return useForm<DetailsInput, unknown, PhoneDetails>({
    defaultValues: { ...emptyDetails, ...known },
    resolver: formRules((typed: DetailsInput) =>
      checkPhoneDetails(typed, { currentYear, isCoupon }),
    ),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
};
