import { useForm } from 'react-hook-form';
import {
  emptyDetails,
  validatePhoneDetails,
  type DetailsInput,
  type PhoneDetails,
} from '@domain/booking/details.ts';
import { formRules } from '@/lib/form-rules.ts';
import type { HeldFor } from '@/entities/waiting-list/held-for.ts';

const knownOf = ({ name, email, phone }: HeldFor): Partial<DetailsInput> => ({
  fullName: name,
  email,
  phone: phone.replace(/^\+1/, ''),
});

/** What a customer says on the phone, checked by the rules of the website; it begins with what is known already. */
export const usePhoneDetails = (currentYear: number, heldFor: HeldFor | null) =>
  useForm<DetailsInput, unknown, PhoneDetails>({
    defaultValues: { ...emptyDetails, ...(heldFor && knownOf(heldFor)) },
    resolver: formRules((typed: DetailsInput) => validatePhoneDetails(typed, { currentYear })),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
