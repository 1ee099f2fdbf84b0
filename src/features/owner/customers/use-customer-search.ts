import { useSearchParams } from 'react-router';

/** What is looked for stands in the address, so that going back from a customer finds it again. */
export function useCustomerSearch() {
  const [query, setQuery] = useSearchParams();
  return {
    search: query.get('search')?.trim() ?? '',
    setSearch: (search: string) => setQuery(search ? { search } : {}, { replace: true }),
  };
}
