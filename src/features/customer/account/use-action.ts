import { useAction as useAnyAction } from '@/lib/use-action.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { failureText } from './failure-text.ts';

/**
 * Does something to the account, after a fresh proof where it needs one; what goes wrong is told in this
 * feature's words.
 */
export function useAction() {
  const action = useAnyAction(failureText);
  return {
    ...action,
    run: (work: () => Promise<unknown>) => action.run(() => withFreshProof(work)),
  };
}
