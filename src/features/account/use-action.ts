import { useActionWith } from '@/lib/use-action.ts';
import { failureText } from './failure-text.ts';

/** Does something to the account; what goes wrong is told in this feature's words. */
export const useAction = (failureTitle: string) => useActionWith(failureText, failureTitle);
