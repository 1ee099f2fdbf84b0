import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  foundPhoneCustomers,
  phoneCustomerPage,
  type FoundPhoneCustomers,
} from '@contracts/customers.ts';
import { savedPhoneCustomerNote, type PrivateNote } from '@contracts/notes.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { customersKey } from './customer.ts';

/** Several people may share a number. */
export type PhoneIdentity = { phone: string; name: string };

/** Customers without an email address whose name or number fits, most recent booking first. */
export const phoneCustomersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'by-phone', search],
    queryFn: ({ pageParam, signal }) =>
      ownRpc(foundPhoneCustomers, { search, before: pageParam }, { signal }),
    initialPageParam: null as FoundPhoneCustomers['next'],
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

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
