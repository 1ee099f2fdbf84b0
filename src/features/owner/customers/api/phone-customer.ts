import { queryOptions } from '@tanstack/react-query';
import { phoneCustomerPage } from '@contracts/customers.ts';
import { savedPhoneCustomerNote, type PrivateNote } from '@contracts/notes.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { customersKey } from './customer.ts';

/** Several people may share a number. */
export type PhoneIdentity = { phone: string; name: string };

export const phoneCustomerQuery = ({ phone, name }: PhoneIdentity) =>
  queryOptions({
    queryKey: [...customersKey, 'one-by-phone', phone, name.toLowerCase()],
    queryFn: ({ signal }) =>
      ownRpc(phoneCustomerPage, { target_phone: phone, target_name: name }, { signal }),
  });

/** Writes over the version that was read. Throws with the code of the refusal as message. */
export const savePhoneNote = ({ phone, name }: PhoneIdentity, { text, version }: PrivateNote) =>
  ownRpc(savedPhoneCustomerNote, {
    target_phone: phone,
    target_name: name,
    new_note: text,
    version,
  });
