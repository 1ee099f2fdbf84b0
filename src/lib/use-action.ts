import { useState } from 'react';
import { failureSentence } from './failure-sentence.ts';

/**
 * Does something once at a time. A failure answers false, and is `problem` in the words of `failureText`, for the
 * screen to show beside the button.
 */
export function useAction(failureText: (error: unknown) => string = failureSentence) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true);
    setProblem(null);
    try {
      await action();
      return true;
    } catch (error) {
      setProblem(failureText(error));
      return false;
    } finally {
      setIsBusy(false);
    }
  };

  return { run, isBusy, problem, setProblem };
}
