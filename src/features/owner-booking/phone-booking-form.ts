import { useForm } from 'react-hook-form';
import { validatePhoneDetails, type DetailsInput, type PhoneDetails } from '@domain/details.ts';
import { formRules } from '@/lib/form-rules.ts';

const empty: DetailsInput = {
  fullName: '',
  email: '',
  phone: '',
  carModel: '',
  carYear: '',
  address: '',
  city: '',
  province: 'ON',
  postalCode: '',
  couponCode: '',
  tip: '',
};

/** What a customer says on the phone, checked by the rules of the website. */
export const usePhoneDetails = (currentYear: number) =>
  useForm<DetailsInput, unknown, PhoneDetails>({
    defaultValues: empty,
    resolver: formRules((typed: DetailsInput) => validatePhoneDetails(typed, { currentYear })),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
