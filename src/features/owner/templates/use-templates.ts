import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { templatesQuery } from './api/get-templates.ts';

export const fetchFailure = { title: 'Error', description: 'Could not fetch email templates.' };

/** The templates of the business. Says so when they cannot be had. */
export function useTemplates() {
  const query = useQuery(templatesQuery);
  const { isError, errorUpdatedAt } = query;
  useEffect(() => {
    if (isError) toast({ ...fetchFailure, variant: 'destructive' });
  }, [isError, errorUpdatedAt]);
  return query;
}
