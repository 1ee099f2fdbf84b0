import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import {
  foundCustomers,
  foundPhoneCustomers,
  type FoundCustomers,
  type FoundPhoneCustomers,
  type ListedCustomer,
  type ListedPhoneCustomer,
} from '@contracts/customers.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { customersKey } from './customer.ts';

/** Only those by phone have no email address. */
export type AnyCustomer = ListedCustomer | ListedPhoneCustomer;

/** The last row of each kind that was shown; null before the first. */
type Place = { withEmail: FoundCustomers['next']; byPhone: FoundPhoneCustomers['next'] };

const start: Place = { withEmail: null, byPhone: null };

const batch = 25;

/** All customers whose name, address or phone number fits, most recent booking first. */
export const customersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'list', search],
    queryFn: ({ pageParam, signal }) => findCustomers(search, pageParam, signal),
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** The next page of both kinds together: of each a page is read, and what has no room is read again with the next. */
async function findCustomers(search: string, after: Place, signal: AbortSignal) {
  const [withEmail, byPhone] = await Promise.all([
    ownRpc(foundCustomers, { search, before: after.withEmail, batch }, { signal }),
    ownRpc(foundPhoneCustomers, { search, before: after.byPhone, batch }, { signal }),
  ]);
  const found: AnyCustomer[] = [...withEmail.customers, ...byPhone.customers];
  const customers = found.toSorted(lastBookedFirst).slice(0, batch);
  const hasMore = found.length > batch || withEmail.next !== null || byPhone.next !== null;
  return { customers, next: hasMore ? placeAfter(customers, after) : null };
}

const lastBookedFirst = (one: AnyCustomer, other: AnyCustomer): number =>
  Date.parse(other.last_booked_at) - Date.parse(one.last_booked_at);

function placeAfter(customers: readonly AnyCustomer[], before: Place): Place {
  let { withEmail, byPhone } = before;
  for (const { last_booked_at, ...customer } of customers) {
    if ('email' in customer) withEmail = { last_booked_at, email: customer.email };
    else byPhone = { last_booked_at, phone: customer.phone, name: customer.name };
  }
  return { withEmail, byPhone };
}
