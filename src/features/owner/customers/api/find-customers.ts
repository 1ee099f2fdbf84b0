import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { ownRest } from '@/lib/own-rest.ts';
import { customersKey, type ListedCustomer } from './customer.ts';

type Place = { last_booked_at: string; email: string };
type Found = { customers: ListedCustomer[]; next: Place | null };

/** Customers whose name, address or phone number fits, whoever booked last first. */
export const customersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...customersKey, 'list', search],
    queryFn: async ({ pageParam, signal }) => {
      const answer: { data: unknown } = await (
        await ownRest()
      )
        .rpc('find_customers', { search, before: pageParam })
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return answer.data as Found;
    },
    initialPageParam: null as Place | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
