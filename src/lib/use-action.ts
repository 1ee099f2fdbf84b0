import { useState } from 'react';
import { toast } from './toast.ts';

/**
 * Does something once at a time. A failure is told in a toast under `failureTitle`, in the words of `failureText`;
 * it stays on the screen as `problem`, and answers false.
 */
export function useActionWith(failureText: (error: unknown) => string, failureTitle: string) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true);
    setProblem(null);
    try {
      await action();
      return true;
    } catch (error) {
      const description = failureText(error);
      setProblem(description);
      toast({ title: failureTitle, description, variant: 'destructive' });
      return false;
    } finally {
      setIsBusy(false);
    }
  };

  return { run, isBusy, problem, setProblem };
}
