import { queryOptions } from '@tanstack/react-query';

/** The code of the form, which few visitors open. */
export const joinFormQuery = queryOptions({
  queryKey: ['join-form'],
  queryFn: async () => (await import('../components/join-form.tsx')).JoinForm,
  staleTime: Infinity,
});
