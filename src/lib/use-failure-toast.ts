import { useEffect } from 'react';
import { toastFailure } from './toast.ts';

/** Shows `sentence` as a toast each time a query fails. */
export function useFailureToast(
  { isError, errorUpdatedAt }: { isError: boolean; errorUpdatedAt: number },
  sentence: string,
) {
  useEffect(() => {
    if (isError) toastFailure('Error', sentence);
  }, [isError, errorUpdatedAt, sentence]);
}
