import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  callerPage,
  customerBookings,
  customerPage,
  type CustomerBookings,
} from '@contracts/customers.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { Contract } from '@contracts/contract.ts';
import { customerData } from '@contracts/account.ts';
import { savedCustomerNote, type PrivateNote } from '@contracts/notes.ts';

/** Whom one asks about: by email address, or by phone number where they left none. */
export type Whose = { email: string } | { phone: string };

export const customersKey = ['customers'];

export const personKey = (whose: Whose) => [...customersKey, 'one', Object.values(whose)[0]];

/** As the functions of the database are told it. */
const namedBy = (whose: Whose) =>
  'email' in whose ? { target_email: whose.email } : { target_phone: whose.phone };

const personQuery = <Told>(page: Contract<'customer_page', Told>, whose: Whose) =>
  queryOptions({
    queryKey: personKey(whose),
    queryFn: ({ signal }) => ownRpc(page, namedBy(whose), { signal }),
  });

export const customerQuery = (email: string) => personQuery(customerPage, { email });

export const callerQuery = (phone: string) => personQuery(callerPage, { phone });

export const customerBookingsQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'bookings', email],
    queryFn: ({ pageParam, signal }) =>
      ownRpc(customerBookings, { target_email: email, before: pageParam }, { signal }),
    initialPageParam: null as CustomerBookings['next'],
    getNextPageParam: ({ next }) => next,
  });

/** Writes over the version that was read. Throws with the code of the refusal as message. */
export const saveNote = (email: string, { text, version }: PrivateNote) =>
  ownRpc(savedCustomerNote, { target_email: email, new_note: text, version });

/** Everything that is kept about a person, and about those of their other accounts. */
export const getCustomerData = (whose: Whose, accountIds: string[]) =>
  withFreshProof(() => ownRpc(customerData, { ...namedBy(whose), other_accounts: accountIds }));

/** Takes a person out of everything, for good, with those of their other accounts. */
export const eraseCustomer = (whose: Whose, accountIds: string[]) =>
  withFreshProof(() => ownRpc('erase_customer', { ...namedBy(whose), other_accounts: accountIds }));
