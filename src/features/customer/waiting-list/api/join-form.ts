import { queryOptions } from '@tanstack/react-query';
import { loadFile } from '@/lib/late.ts';

/** The code of the form, which few visitors open. */
export const joinFormQuery = queryOptions({
  queryKey: ['join-form'],
  queryFn: async () => (await loadFile(() => import('../components/join-form.tsx'))).JoinForm,
  staleTime: Infinity,
});
