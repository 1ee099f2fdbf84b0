import { useActionWith } from '@/lib/use-action.ts';
import { failureText } from './failure-text.ts';

/** Does something about a customer; what goes wrong is told in this feature's words. */
export function useAction() {
  const { setProblem, ...action } = useActionWith(failureText);
  return { ...action, forget: () => setProblem(null) };
}
