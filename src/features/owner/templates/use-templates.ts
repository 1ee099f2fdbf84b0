import { useQuery } from '@tanstack/react-query';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import { templatesQuery } from './api/get-templates.ts';

export const fetchFailure = 'Could not fetch email templates.';

/** The templates of the business. Says so when they cannot be had. */
export function useTemplates() {
  const query = useQuery(templatesQuery);
  useFailureToast(query, fetchFailure);
  return query;
}
