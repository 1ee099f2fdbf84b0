import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchEverything } from '@contracts/search.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** Fewer letters or digits fit too much. */
const leastSearched = 2;

export const isSearchable = (term: string): boolean =>
  term.replace(/[^\p{L}\p{N}]/gu, '').length >= leastSearched;

/** Customers, bookings, inquiries and payments that match. */
export const searchQuery = (term: string) =>
  queryOptions({
    queryKey: ['search', term],
    queryFn: ({ signal }) => ownRpc(searchEverything, { term }, { signal }),
    enabled: isSearchable(term),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: 1,
  });
