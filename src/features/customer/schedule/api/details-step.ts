import { queryOptions } from '@tanstack/react-query';

/** The code of the details step, which is needed once a time is chosen. */
export const detailsStepQuery = queryOptions({
  queryKey: ['details-step'],
  queryFn: async () => (await import('../components/details-step.tsx')).DetailsStep,
  staleTime: Infinity,
});
