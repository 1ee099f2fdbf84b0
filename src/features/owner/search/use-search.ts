import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isSearchable, searchQuery } from './api/search-everything.ts';

/** Looks a moment after the last key. */
export function useSearch(typed: string) {
  const [term, setTerm] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setTerm(typed.trim()), 200);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isError, isFetching, refetch } = useQuery(searchQuery(term));
  const isWanted = isSearchable(typed);
  const isCurrent = term === typed.trim() && !isFetching;
  return {
    found: isWanted ? data : undefined,
    isLooking: isWanted && !isCurrent,
    hasFailed: isWanted && isCurrent && isError,
    retry: () => void refetch(),
  };
}
