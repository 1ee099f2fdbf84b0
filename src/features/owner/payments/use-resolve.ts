import type { Finding } from '@contracts/findings.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { findingsQuery, mendPayment, type MendRequest } from './api/findings.ts';
import { outcomeSentences } from './resolutions.ts';

/** Mends one finding, says what became of it, and shows the list as it is then. */
export function useResolve(finding: Finding, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: MendRequest) => mendPayment(finding, request),
    onSuccess: async ({ outcome }) => {
      toast({ title: 'Done', description: outcomeSentences[outcome] });
      onDone();
      await client.invalidateQueries({ queryKey: findingsQuery.queryKey });
    },
  });
}
