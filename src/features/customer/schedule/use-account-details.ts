import { useEffect } from 'react';
import { useSession } from '@/lib/session.ts';
import type { DetailsForm } from './use-details-form.ts';

/** Begins the details with what the account knows, wherever nothing is typed yet. */
export function useAccountDetails({ getValues, setValue }: DetailsForm) {
  const session = useSession();
  const { name = '', email = '' } = session.status === 'signed-in' ? session.user : {};

  useEffect(() => {
    if (name && !getValues('fullName')) setValue('fullName', name);
    if (email && !getValues('email')) setValue('email', email);
  }, [name, email, getValues, setValue]);
}
